import { describe, expect, it } from 'vitest';
import { buildFunctionName } from '#lib/cloud/functions/function-name.ts';
import { listApiFunctions } from '#lib/endpoints.ts';
import { endpoints, findFunction, template } from '../built-stack.ts';
import { listResources, type SynthesizedTemplate } from '../template.ts';
import { readContext } from './read-context.ts';
import { configuredStack, namedEndpoints, namedStack, stackName } from './stacks.ts';

/** The path of the name in a resource, by types with names that are unique beyond a region. */
const namePaths: Readonly<Record<string, readonly string[]>> = {
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
    const path = namePaths[Type];
    if (!path) return [];
    // `Object` gives undefined no members instead of an error.
    const name = path.reduce<unknown>(
      (value, member) => Object(value)[member],
      Properties,
    );
    return name === undefined ? [] : [{ id, name }];
  });
}

/** The longest name of a region. */
const longestRegion = 'ap-southeast-1';
/** The functions that APIs invoke for no endpoint. */
const others = ['auth/authorizer', 'main/fallback'];
/** The folders of the functions that APIs of this service invoke. */
const listFolders = (entries: typeof endpoints) => [
  ...listApiFunctions(entries).map(({ id }) => id),
  ...others,
];
const apiFolders = listFolders(endpoints);
const namedFolders = listFolders(namedEndpoints);

const listFunctionNames = (stack: SynthesizedTemplate) =>
  listResources<{ FunctionName?: string }>(stack, 'AWS::Lambda::Function').flatMap(
    ({ Properties }) => Properties.FunctionName ?? [],
  );

describe('the name of the stack', () => {
  it('is part of the names of APIs, metrics and CDN resources', () => {
    for (const stack of [namedStack, configuredStack]) {
      expect(stack.stackName).toBe(stackName);
      expect(JSON.stringify(stack.template.Resources)).not.toMatch(
        /FitnessDataStack-|"Namespace":"FitnessDataStack"/,
      );
    }
  });

  it('changes no id of a resource that has data or an address', () => {
    const retainedIds = [
      'MainApi11E674AA',
      'AuthApi4BD72F20',
      'DiaryApiF40B449A',
      'TableCD117FA1',
      'Images2D38C313',
      'Variants1144BE65',
      'EncryptionKey1B843E66',
      'ImageCdnDistributionFD874116',
    ];
    for (const { Resources } of [template, namedStack.template])
      expect(Object.keys(Resources)).toEqual(expect.arrayContaining(retainedIds));
  });

  it.each(['1st', 'a b', 'x'.repeat(33)])('cannot be %s', (name) => {
    expect(() => readContext({ stackName: name })).toThrow(
      /stackName must be a letter and up to 31 letters, digits or hyphens/,
    );
  });
});

/** Lists the types and the names of the resources with an explicit name in their account. */
function listOwnNames({ Resources }: SynthesizedTemplate): string[] {
  return Object.values(Resources).flatMap(({ Type, Properties }) => {
    // The name of a stage is one of its API.
    if (Type === 'AWS::ApiGateway::Stage') return [];
    const members = ['Name', 'AlarmName', `${Type.split('::').at(-1)}Name`];
    const names = members.map((member) => Properties[member]);
    return names
      .filter((name) => typeof name === 'string')
      .map((name) => `${Type} ${name}`);
  });
}

it('gives no two stacks of an account and region resources of the same name', () => {
  const names = [template, namedStack.template].map(listOwnNames);
  const [first = [], second = []] = names;
  expect(second.length).toBeGreaterThan(5);
  expect(second.filter((name) => first.includes(name))).toEqual([]);
});

it('names global resources with the region, so that an account can have several regions', () => {
  const globalNames = listGlobalNames(template);
  expect(globalNames.length).toBeGreaterThanOrEqual(5);
  const withoutRegion = globalNames.filter(
    ({ name }) => !JSON.stringify(name).includes('"Ref":"AWS::Region"'),
  );
  expect(withoutRegion.map(({ id }) => id)).toEqual([]);
});

it('names global resources with the stack, in at most 64 characters', () => {
  const globalNames = listGlobalNames(namedStack.template);
  expect(globalNames).toHaveLength(listGlobalNames(template).length);
  for (const { id, name } of globalNames) {
    // Each name joins texts and a reference to the region.
    const { 'Fn::Join': [, parts] = ['', []] } = name as { 'Fn::Join'?: [string, []] };
    const texts = parts.map((part) => (typeof part === 'string' ? part : longestRegion));
    const longest = texts.join('');
    expect(longest, id).toContain(stackName);
    expect(longest.length, id).toBeLessThanOrEqual(64);
  }
});

it.each([
  { name: 'FitnessDataStack', folders: apiFolders, stack: template },
  { name: stackName, folders: namedFolders, stack: namedStack.template },
])('names functions of APIs with $name and their folder', ({ name, folders, stack }) => {
  const names = folders.map((folder) => buildFunctionName(name, folder));
  expect(listFunctionNames(stack).sort()).toEqual(names.sort());
});

it.each(['FitnessDataStack', stackName])(
  'gives each function of a stack %s another name, in at most 64 characters',
  (name) => {
    const names = apiFolders.map((folder) => buildFunctionName(name, folder));
    expect(new Set(names).size).toBe(names.length);
    for (const functionName of names) {
      expect(functionName).toMatch(/^[a-zA-Z0-9-]{1,64}$/);
      expect(functionName.startsWith(`${name}-`)).toBe(true);
    }
  },
);

it('names the function of main/data-source/list with the stack and its folder', () => {
  const list = findFunction('main/data-source/list');
  expect(list?.Properties.FunctionName).toBe('FitnessDataStack-main-data-source-list');
});
