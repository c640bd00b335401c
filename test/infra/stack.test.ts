import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { codeMembers } from '#lib/build/template-inputs.ts';
import type { EndpointEntry } from '#lib/definitions.ts';
import { defineEndpoint, type Host, type Method } from '#shared/contract/endpoint.ts';
import * as built from './built-stack.ts';
import { type Synthesis, synthesizeStack } from './synthesis.ts';
import { findApiId, getDocument } from './template.ts';

/** Creates a resource with five endpoints, the maximum in this service. */
function createResource(host: Host, name: string): EndpointEntry[] {
  const createEntry = (
    verb: string,
    method: Method,
    path: `/${string}`,
  ): EndpointEntry => ({
    id: `${host}/${name}/${verb}`,
    endpoint: defineEndpoint({
      host,
      method,
      path,
      versions: host === 'diary' ? ['v2'] : ['v7.0', 'v7.1'],
      summary: `The ${verb} of ${name}`,
      auth: 'user',
      responses: { 204: { description: 'Done.' } },
      stores: { table: ['get', 'put', 'update', 'delete', 'query'] },
      baseUrls: ['main', 'auth', 'diary'],
    }),
  });
  return [
    createEntry('list', 'GET', `/${name}/`),
    createEntry('create', 'POST', `/${name}/`),
    createEntry('read', 'GET', `/${name}/{id}/`),
    createEntry('update', 'PUT', `/${name}/{id}/`),
    createEntry('delete', 'DELETE', `/${name}/{id}/`),
  ];
}

const fiftyEndpoints = [
  ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].flatMap((name) => createResource('main', name)),
  ...['h', 'i'].flatMap((name) => createResource('auth', name)),
  ...createResource('diary', 'j'),
];

const stackOfFifty = synthesizeStack(fiftyEndpoints);

describe.each([
  ['of this service', built],
  ['of fifty endpoints', stackOfFifty],
])('a stack %s', (_, { template, size }) => {
  it('is well below the limit of 500 resources', () => {
    expect(Object.keys(template.Resources).length).toBeLessThan(450);
  });

  it('is well below the size limit of 1 MB', () => {
    expect(size).toBeLessThan(900_000);
  });

  it('has APIs with at most 300 resources, the limit of API Gateway', () => {
    for (const host of ['main', 'auth', 'diary'] as const) {
      const { paths } = getDocument(template, findApiId(template, host));
      const resources = Object.keys(paths).flatMap(listAncestors);
      expect(new Set(resources).size).toBeLessThan(200);
    }
  });
});

/** Lists the resources that API Gateway creates for a path: one for each segment. */
function listAncestors(path: string): string[] {
  const segments = path.split('/');
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

describe('an additional endpoint', () => {
  const otherEndpoints = fiftyEndpoints.filter(({ id }) => id !== 'diary/j/update');
  const { Resources: after } = stackOfFifty.template;
  const { Resources: before } = synthesizeStack(otherEndpoints).template;
  const isAdded = (id: string) => before[id] === undefined;
  const isDeployment = (id: string) => after[id]?.Type === 'AWS::ApiGateway::Deployment';

  it('needs one resource, its function', () => {
    expect(Object.keys(after)).toHaveLength(Object.keys(before).length + 1);
  });

  it('deploys its API again, and no other', () => {
    const deployments = Object.keys(after).filter(isDeployment);
    expect(deployments).toHaveLength(3);
    expect(deployments.filter(isAdded)).toEqual([
      expect.stringMatching(/^DiaryApiDeployment/),
    ]);
  });
});

let checkedStack: Synthesis | undefined;

/** Synthesizes the stack of this service once. Throws unless it passes the AwsSolutions rules. */
function synthesizeChecked(): Synthesis {
  checkedStack ??= synthesizeStack(built.endpoints, {}, (app) =>
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app)),
  );
  return checkedStack;
}

describe('the stack', () => {
  const { template } = built;

  it('is valid, with only acknowledged findings of the AwsSolutions rules', () => {
    expect(synthesizeChecked).not.toThrow();
  });

  it('has no helper functions and no analytics of the CDK', () => {
    const types = Object.values(template.Resources).map(({ Type }) => Type);
    expect(
      types.filter((type) => /^Custom::|^AWS::CloudFormation::|^AWS::CDK::/.test(type)),
    ).toEqual([]);
  });

  it('outputs only addresses, stores, queues, the key and the region', () => {
    expect(Object.keys(template.Outputs).sort()).toEqual([
      'AuthUrl',
      'CdnUrl',
      'ConsumerQueues',
      'DiaryUrl',
      'EncryptionKeyArn',
      'ImageBucketName',
      'MainUrl',
      'Region',
      'TableName',
      'VariantBucketName',
    ]);
  });
});

it('a template does not depend on the members of endpoints that only code and documentation use', () => {
  const { endpoints } = built;
  const replaced = endpoints.map(({ id, endpoint }) => {
    const changed = { ...endpoint, summary: 'Another summary', responses: {} };
    for (const name of codeMembers) {
      if (name !== 'summary' && name !== 'responses') delete changed[name];
    }
    return { id, endpoint: changed };
  });
  expect(synthesizeStack(replaced).template).toEqual(synthesizeChecked().template);
});
