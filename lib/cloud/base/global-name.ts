import { Aws, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Names a resource that is unique per account, such as those of CloudFront. The name has the stack
 * and the region, so that one account can have the service in several regions and environments.
 */
export function toGlobalName(scope: Construct, name: string): string {
  return `${Stack.of(scope).stackName}-${name}-${Aws.REGION}`;
}
