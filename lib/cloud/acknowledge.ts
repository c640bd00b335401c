import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** The finding about the one managed policy that there is. */
export const gatewayLogPolicy =
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]';

/** Findings of the AwsSolutions rules of cdk-nag that are so on purpose, and why. A test allows no other finding. */
const reasons = {
  'AwsSolutions-S1':
    'Only functions of this stack can read the bucket, and each writes a log line of every request that it serves.',
  [gatewayLogPolicy]:
    'API Gateway accepts only a role with this policy, which AWS keeps in step with the service.',
  'AwsSolutions-APIG2':
    'Functions validate requests by the schemas of their endpoints, so that errors have the shape of the interface.',
  'AwsSolutions-APIG3':
    'Throttling and the cost of a web ACL are for the operator to weigh; the gateway shapes its answer already.',
  'AwsSolutions-APIG4':
    'A 405 tells nobody anything; of the rest, the endpoint itself declares that anyone may call it.',
  'AwsSolutions-APIG6': 'Access logs are on. Execution logs would hold tokens and what people send.',
  'AwsSolutions-COG4':
    'Tokens are our own OAuth grants. Their authorizer gives functions the same claims as a user pool would.',
} as const;

/** States that these findings about `construct` and what is below it are so on purpose. Each covers whatever the rule finds there. */
export function acknowledge(construct: IConstruct, ...rules: readonly (keyof typeof reasons)[]): void {
  Validations.of(construct).acknowledge(...rules.map((id) => ({ id, reason: reasons[id] })));
}
