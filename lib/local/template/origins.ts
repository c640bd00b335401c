import type { Origin } from './distribution.ts';
import type { Stack } from './stack.ts';

type OriginByDomain = readonly [domain: string, origin: Origin];

function readBucketOrigins(stack: Stack): OriginByDomain[] {
  return stack.listResources('AWS::S3::Bucket').map(({ logicalId, ref }) => {
    const domain = stack.getAttribute(logicalId, 'RegionalDomainName');
    return [domain, { type: 'bucket', name: ref }];
  });
}

function readFunctionOrigins(stack: Stack): OriginByDomain[] {
  const functionUrls = stack.listResources<{ TargetFunctionArn: string }>(
    'AWS::Lambda::Url',
  );

  return functionUrls.map(({ logicalId, properties }) => {
    const { host } = new URL(stack.getAttribute(logicalId, 'FunctionUrl'));
    return [host, { type: 'function', arn: properties.TargetFunctionArn }];
  });
}

/** Reads the buckets and function URLs of the stack, by the domain name that CloudFront uses. */
export function readOrigins(stack: Stack): ReadonlyMap<string, Origin> {
  return new Map([...readBucketOrigins(stack), ...readFunctionOrigins(stack)]);
}
