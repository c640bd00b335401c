import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** The managed policy that API Gateway requires for its logs. */
export const gatewayLogPolicy = 'service-role/AmazonAPIGatewayPushToCloudWatchLogs';

/** The finding about the only AWS managed policy of the stack. */
export const managedPolicyFinding =
  `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${gatewayLogPolicy}]` as const;

// The ids of findings contain the logical ids of the buckets in the template.
const originalsFinding = 'AwsSolutions-IAM5[Resource::<Images2D38C313.Arn>/images/*]';
const exportsFinding = 'AwsSolutions-IAM5[Resource::<Images2D38C313.Arn>/exports/*]';
const importsFinding = 'AwsSolutions-IAM5[Resource::<Images2D38C313.Arn>/imports/*]';
const pushesFinding =
  'AwsSolutions-IAM5[Resource::<Images2D38C313.Arn>/imports/pending/inbox/*]';
const variantsFinding = 'AwsSolutions-IAM5[Resource::<Variants1144BE65.Arn>/images/*]';

/** The findings about wildcards for the keys of objects, which are not known at deployment. */
export const objectFindings = [
  originalsFinding,
  exportsFinding,
  importsFinding,
  pushesFinding,
  variantsFinding,
] as const;

/** The finding about the right to send traces. */
export const tracingFinding = 'AwsSolutions-IAM5[Resource::*]';

const imageObjectsReason = 'A function can access only the images of its bucket.';

/** Why findings of cdk-nag's AwsSolutions rules are accepted. A test fails on other findings. */
const reasons = {
  'AwsSolutions-S1':
    'Only functions of this stack and the CDN can read the buckets. ' +
    'The setting `accessLogs` adds server access logs.',
  [managedPolicyFinding]: 'API Gateway requires a role with this managed policy.',
  [originalsFinding]: imageObjectsReason,
  [exportsFinding]: 'A function can access only the exports of its bucket.',
  [importsFinding]: 'A function can access only the imports of its bucket.',
  [pushesFinding]: 'A function can access only what inboxes have taken.',
  [variantsFinding]: imageObjectsReason,
  [tracingFinding]: 'X-Ray has no resources to which the right could be limited.',
  'AwsSolutions-APIG2':
    'Functions validate requests by the schemas of their endpoints, ' +
    'so errors have the shape of the API.',
  'AwsSolutions-APIG3':
    'The stages throttle requests. The setting `wafRateLimit` adds a web ACL.',
  'AwsSolutions-APIG6':
    'Access logs are on. Execution logs would contain tokens and request bodies.',
  'AwsSolutions-CFR1': 'The service has no geographic restrictions.',
  'AwsSolutions-CFR2':
    'Images are public and static, so a web ACL has nothing to protect.',
  'AwsSolutions-CFR3':
    'Logs record which IP addresses requested which images. ' +
    'The setting `accessLogs` adds them.',
  'AwsSolutions-CFR4':
    'Without a custom domain the distribution uses the certificate of CloudFront, ' +
    'which fixes the TLS version.',
  'AwsSolutions-SQS3': 'The queue has what failed already. No function reads it.',
} as const;

/** Acknowledges findings about a construct and everything below it. */
export function acknowledgeNagFindings(
  construct: IConstruct,
  ...rules: readonly (keyof typeof reasons)[]
): void {
  const acknowledgements = rules.map((id) => ({ id, reason: reasons[id] }));
  Validations.of(construct).acknowledge(...acknowledgements);
}
