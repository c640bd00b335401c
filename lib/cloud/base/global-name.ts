import { Aws, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Returns the name of a resource that must be unique in an account, e.g. a CloudFront policy. The
 * name has the stack and the region, so one account can have the service several times.
 */
export function toGlobalName(scope: Construct, name: string): string {
  return `${Stack.of(scope).stackName}-${name}-${Aws.REGION}`;
}
