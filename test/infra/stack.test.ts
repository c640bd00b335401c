import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { type CatalogueEntry, discoverEndpoints } from '../../lib/catalogue.ts';
import { endpoint, type Host, type Method } from '../../shared/contract/endpoint.ts';
import { synthesizeStack } from './synthesis.ts';
import { resourcesOf } from './template.ts';

/** Five endpoints of one resource, the most that a resource of this service has. */
function resource(host: Host, name: string): CatalogueEntry[] {
  const entry = (verb: string, method: Method, path: `/${string}`): CatalogueEntry => ({
    id: `${host}/${name}/${verb}`,
    endpoint: endpoint({
      host,
      method,
      path,
      versions: host === 'diary' ? ['v2'] : ['v7.0', 'v7.1'],
      summary: `The ${verb} of ${name}`,
      caller: 'user',
      responses: { 204: { description: 'Done.' } },
      stores: { table: ['get', 'put', 'update', 'delete', 'query'] },
      addresses: ['main', 'auth', 'diary'],
    }),
  });
  return [
    entry('list', 'GET', `/${name}/`),
    entry('create', 'POST', `/${name}/`),
    entry('read', 'GET', `/${name}/{id}/`),
    entry('update', 'PUT', `/${name}/{id}/`),
    entry('delete', 'DELETE', `/${name}/{id}/`),
  ];
}

const fifty = [
  ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].flatMap((name) => resource('main', name)),
  ...['h', 'i'].flatMap((name) => resource('auth', name)),
  ...resource('diary', 'j'),
];

const catalogue = await discoverEndpoints();
const stackOfFifty = synthesizeStack(fifty);

describe.each([
  ['of this service', synthesizeStack(catalogue)],
  ['of fifty endpoints', stackOfFifty],
])('a stack %s', (_, { template, size }) => {
  it('has room left under the 500 resources of CloudFormation', () => {
    expect(Object.keys(template.Resources).length).toBeLessThan(450);
  });

  it('has room left under the megabyte of CloudFormation', () => {
    expect(size).toBeLessThan(900_000);
  });
});

describe('a stack of fifty endpoints', () => {
  const { template } = stackOfFifty;

  it('has no more than four resources for each further endpoint of a path', () => {
    const { template: fewer } = synthesizeStack(fifty.filter(({ id }) => id !== 'main/a/update'));
    expect(fifty).toHaveLength(50);
    expect(Object.keys(template.Resources).length - Object.keys(fewer.Resources).length).toBe(4);
  });
});

describe('the stack', () => {
  it('has no finding of the AwsSolutions rules that is not acknowledged', () => {
    synthesizeStack(catalogue, {}, (app) => Validations.of(app).addPlugins(new AwsSolutionsChecks(app)));
  });

  const { template } = synthesizeStack([]);

  it('has no helper functions of the CDK and no report to its makers', () => {
    const types = Object.values(template.Resources).map(({ Type }) => Type);
    expect(types.filter((type) => /^Custom::|^AWS::CloudFormation::|^AWS::CDK::/.test(type))).toEqual([]);
  });

  it('tells operators its addresses, stores and key, and nothing else', () => {
    expect(Object.keys(template.Outputs).sort()).toEqual([
      'AuthUrl',
      'CdnUrl',
      'DiaryUrl',
      'EncryptionKeyArn',
      'ImageBucketName',
      'MainUrl',
      'TableName',
    ]);
  });

  it('sends its alarms where the operator says', () => {
    const alarmTopicArn = 'arn:aws:sns:eu-west-1:123456789012:alarms';
    const alarms = resourcesOf(synthesizeStack([], { alarmTopicArn }).template, 'AWS::CloudWatch::Alarm');
    expect(alarms.length).toBeGreaterThan(0);
    for (const { Properties } of alarms) expect(Properties.AlarmActions).toEqual([alarmTopicArn]);
    for (const { Properties } of resourcesOf(template, 'AWS::CloudWatch::Alarm'))
      expect(Properties.AlarmActions).toBeUndefined();
  });

  it('leaves the log role of the account alone where it is told to', () => {
    const own = synthesizeStack([], { gatewayLogRole: 'existing' }).template;
    expect(resourcesOf(template, 'AWS::ApiGateway::Account')).toHaveLength(1);
    expect(resourcesOf(own, 'AWS::ApiGateway::Account')).toEqual([]);
  });
});
