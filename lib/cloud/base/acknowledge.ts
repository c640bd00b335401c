import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** The finding about the one managed policy that there is. */
export const gatewayLogPolicy =
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]';

/** The findings about the objects that functions read and write, whose keys nobody knows beforehand. */
export const imageObjects = [
  'AwsSolutions-IAM5[Resource::<Images2D38C313.Arn>/images/*]',
  'AwsSolutions-IAM5[Resource::<Variants1144BE65.Arn>/images/*]',
] as const;

const objectsByPrefix =
  'A function may read or write the images of its bucket, and nothing else there.';

/** Findings of the AwsSolutions rules of cdk-nag that are so on purpose, and why. A test allows no other finding. */
const reasons = {
  'AwsSolutions-S1':
    'Only functions of this stack and the CDN can read its buckets. A log of every object read would serve nobody.',
  [gatewayLogPolicy]:
    'API Gateway accepts only a role with this policy, which AWS keeps in step with the service.',
  [imageObjects[0]]: objectsByPrefix,
  [imageObjects[1]]: objectsByPrefix,
  'AwsSolutions-APIG2':
    'Functions validate requests by the schemas of their endpoints, so that errors have the shape of the interface.',
  'AwsSolutions-APIG3':
    'The stages throttle. Whether a web ACL is worth its price is for the operator to weigh.',
  'AwsSolutions-APIG4':
    'The answer 405 has no secrets; of the other routes, the endpoint itself declares that anyone may call it.',
  'AwsSolutions-APIG6':
    'Access logs are on. Execution logs would hold tokens and what people send.',
  'AwsSolutions-CFR1': 'The service is for people everywhere.',
  'AwsSolutions-CFR2': 'Images are public and static; there is nothing for a web ACL to protect.',
  'AwsSolutions-CFR3':
    'Logs would tell which addresses looked at which images, and nobody needs to know.',
  'AwsSolutions-CFR4':
    'A stack without a domain name of its own uses the certificate of CloudFront, whose TLS version is fixed.',
  'AwsSolutions-COG4':
    'Tokens are our own OAuth grants. Their authorizer gives functions the same claims as a user pool would.',
} as const;

/** States that these findings about `construct`, and about whatever is below it, are so on purpose. */
export function acknowledge(
  construct: IConstruct,
  ...rules: readonly (keyof typeof reasons)[]
): void {
  Validations.of(construct).acknowledge(...rules.map((id) => ({ id, reason: reasons[id] })));
}
