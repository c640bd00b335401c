import { expect, it } from 'vitest';
import { endpoints, findBundleId, template } from './built-stack.ts';
import { synthesizeStack } from './synthesis.ts';
import { listResources, type SynthesizedTemplate } from './template.ts';

/** The path of the name in a resource, by types with names that are unique beyond a region. */
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
function listGlobalNames({ Resources }: SynthesizedTemplate): NamedResource[] {
  return Object.entries(Resources).flatMap(([id, { Type, Properties }]) => {
    const path = globalNames[Type];
    if (!path) return [];
    // `Object` gives undefined no members instead of an error.
    const name = path.reduce<unknown>(
      (value, member) => Object(value)[member],
      Properties,
    );
    return name === undefined ? [] : [{ id, name }];
  });
}

it('names global resources with the region, so that an account can have several regions', () => {
  const named = listGlobalNames(template);
  expect(named.length).toBeGreaterThanOrEqual(5);
  const withoutRegion = named.filter(
    ({ name }) => !JSON.stringify(name).includes('"Ref":"AWS::Region"'),
  );
  expect(withoutRegion.map(({ id }) => id)).toEqual([]);
});

/** The longest name that the setting `stackName` accepts, and the longest name of a region. */
const stackName = `Fitness-${'x'.repeat(24)}`;
const longestRegion = 'ap-southeast-1';
const { template: longNamed } = synthesizeStack(endpoints, { stackName });

it('names global resources with the stack, in at most 64 characters', () => {
  const named = listGlobalNames(longNamed);
  expect(named).toHaveLength(listGlobalNames(template).length);
  for (const { id, name } of named) {
    // Each name joins texts and a reference to the region.
    const { 'Fn::Join': [, parts] = ['', []] } = name as { 'Fn::Join'?: [string, []] };
    const texts = parts.map((part) => (typeof part === 'string' ? part : longestRegion));
    const longest = texts.join('');
    expect(longest, id).toContain(stackName);
    expect(longest.length, id).toBeLessThanOrEqual(64);
  }
});

const listFunctions = (stack: SynthesizedTemplate) =>
  listResources<{ FunctionName?: string }>(stack, 'AWS::Lambda::Function');

it.each([
  { name: 'FitnessDataStack', stack: template },
  { name: stackName, stack: longNamed },
])(
  'names functions of APIs with $name and their folder, in at most 64 characters',
  ({ name, stack }) => {
    const names = listFunctions(stack).flatMap(
      ({ Properties }) => Properties.FunctionName ?? [],
    );
    // The functions of the endpoints, and the authorizer.
    expect(names).toHaveLength(endpoints.length + 1);
    expect(new Set(names).size).toBe(names.length);
    for (const functionName of names) {
      expect(functionName).toMatch(/^[a-zA-Z0-9-]{1,64}$/);
      expect(functionName.startsWith(`${name}-`)).toBe(true);
    }
  },
);

it('names the function of main/data-source/list with the stack and its folder', () => {
  const [list] = listFunctions(template).filter(
    ({ id }) => findBundleId(id) === 'main/data-source/list',
  );
  expect(list?.Properties.FunctionName).toBe('FitnessDataStack-main-data-source-list');
});
