import { expect, it } from 'vitest';
import { template } from './built-stack.ts';

/** The property that names a resource which is unique per account or in the world. */
const globalNames: Readonly<Record<string, readonly string[]>> = {
  'AWS::CloudFront::CachePolicy': ['CachePolicyConfig', 'Name'],
  'AWS::CloudFront::Function': ['Name'],
  'AWS::CloudFront::OriginAccessControl': ['OriginAccessControlConfig', 'Name'],
  'AWS::CloudFront::OriginRequestPolicy': ['OriginRequestPolicyConfig', 'Name'],
  'AWS::CloudFront::ResponseHeadersPolicy': ['ResponseHeadersPolicyConfig', 'Name'],
  'AWS::IAM::ManagedPolicy': ['ManagedPolicyName'],
  'AWS::IAM::Role': ['RoleName'],
  'AWS::S3::Bucket': ['BucketName'],
};

interface NamedResource {
  id: string;
  name: unknown;
}

/** Lists the resources with an explicit name that is unique beyond the region. */
function listGlobalNames(): NamedResource[] {
  return Object.entries(template.Resources).flatMap(([id, { Type, Properties }]) => {
    const path = globalNames[Type];
    if (!path) return [];
    const name = path.reduce<unknown>(
      (value, member) => Object(value)[member],
      Properties,
    );
    return name === undefined ? [] : [{ id, name }];
  });
}

it('names global resources with the region, so that an account can have several regions', () => {
  const named = listGlobalNames();
  expect(named.length).toBeGreaterThanOrEqual(5);
  const withoutRegion = named.filter(
    ({ name }) => !JSON.stringify(name).includes('"Ref":"AWS::Region"'),
  );
  expect(withoutRegion.map(({ id }) => id)).toEqual([]);
});
