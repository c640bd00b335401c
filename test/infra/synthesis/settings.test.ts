import { describe, expect, it } from 'vitest';
import { endpoints, template } from '../built-stack.ts';
import {
  findKeys,
  getOnlyResource,
  listReferences,
  listResources,
  type SynthesizedTemplate,
} from '../template.ts';
import { readContext } from './read-context.ts';
import { configuredStack, namedStack, settings } from './stacks.ts';
import { synthesizeStack } from './synthesize-stack.ts';

/** Lists the alarms that tell of something, without those that only others watch. */
function listAlarms(stack: SynthesizedTemplate) {
  const composites = listResources<{ AlarmRule: unknown; AlarmActions?: string[] }>(
    stack,
    'AWS::CloudWatch::CompositeAlarm',
  );
  const watched = composites.flatMap(({ Properties }) =>
    listReferences(Properties.AlarmRule),
  );
  const alarms = listResources<{ AlarmActions?: string[] }>(
    stack,
    'AWS::CloudWatch::Alarm',
  );
  return [...composites, ...alarms.filter(({ id }) => !watched.includes(id))];
}

describe('the settings of an operator', () => {
  it('protect the stack from deletion by default', () => {
    expect(namedStack.terminationProtection).toBe(true);
    expect(configuredStack.terminationProtection).toBe(false);
    expect(() => readContext({ terminationProtection: 'no' })).toThrow(/true or false/);
  });

  it.each([
    [{ wafRateLimit: '9' }, 'wafRateLimit must be at least 10'],
    [{ cdnWebAclArn: 'images' }, 'cdnWebAclArn must be the ARN of a web ACL'],
    [{ logLevel: 'debug' }, 'logLevel must be one of info, warn, error, not debug'],
    [{ imageRenderConcurrency: '0' }, 'imageRenderConcurrency must be a positive'],
    [
      { tags: 'team' },
      'tags must be pairs such as team=fitness,cost-center=42, without service, ' +
        'stack and release, not team',
    ],
    [{ tags: 'aws:team=1' }, 'tags must be pairs'],
    [{ tags: 'team=1,stack=other' }, 'tags must be pairs'],
    [{ tracing: 'on' }, 'tracing must be true or false, not on'],
    [{ canary: '4' }, 'canary must be from 5 to 60 minutes, not 4'],
    [
      { budget: '50' },
      'The budget is told to a topic: add --context alarmTopicArn=<arn>.',
    ],
    [{ queueConcurrency: '1' }, 'queueConcurrency must be a number from 2 to 200'],
    [{ queueConcurrency: '201' }, 'queueConcurrency must be a number from 2 to 200'],
    [{ messageDays: '1' }, 'messageDays must be a number from 2 to 10'],
    [{ messageDays: '11' }, 'messageDays must be a number from 2 to 10'],
    [{ mainDomain: 'https://api.example.com' }, 'mainDomain must be a host name such as'],
    [{ certificateArn: '<arn>' }, 'certificateArn must be the ARN of a certificate'],
    [
      { cdnCertificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/2' },
      'cdnCertificateArn must be the ARN of a certificate in us-east-1',
    ],
    [{ alarmTopicArn: 'alarms' }, 'alarmTopicArn must be the ARN of a topic, not alarms'],
    [{ mailRegion: 'Ireland' }, 'mailRegion must be a region such as eu-west-1'],
    [{ gatewayLogRole: 'exists' }, 'gatewayLogRole must be one of existing, not exists'],
  ])('reject %j', (context, message) => {
    expect(() => readContext(context)).toThrow(message);
  });

  it('reject a misspelled name', () => {
    expect(() => readContext({ stackname: 'Staging' })).toThrow(
      /Unknown context value stackname\. The settings are stackName, /,
    );
  });

  it('reject a throttling limit that is not a positive integer', () => {
    expect(() => readContext({ throttlingRate: 'many' })).toThrow(
      /throttlingRate .* not many/,
    );
  });

  it('send alarms to an SNS topic', () => {
    const alarms = listAlarms(configuredStack.template);
    expect(alarms.length).toBeGreaterThan(0);
    for (const { Properties } of alarms)
      expect(Properties.AlarmActions).toEqual([settings.alarmTopicArn]);
    for (const { Properties } of listAlarms(template))
      expect(Properties.AlarmActions).toBeUndefined();
  });

  it('set the days for which each queue keeps a message', () => {
    const queues = listResources<{
      MessageRetentionPeriod: number;
      RedrivePolicy?: object;
    }>(configuredStack.template, 'AWS::SQS::Queue');
    expect(queues.some(({ Properties }) => Properties.RedrivePolicy)).toBe(true);
    for (const { Properties } of queues) {
      const { MessageRetentionPeriod, RedrivePolicy } = Properties;
      expect(MessageRetentionPeriod).toBe((RedrivePolicy ? 7 : 14) * 86_400);
    }
  });

  it('set the functions of each queue, and let the schedule of syncs start as many', () => {
    const mappings = listResources<{ ScalingConfig?: object }>(
      configuredStack.template,
      'AWS::Lambda::EventSourceMapping',
    );
    const scaling = mappings.flatMap(({ Properties }) => Properties.ScalingConfig ?? []);
    expect(scaling.length).toBeGreaterThan(1);
    for (const each of scaling) expect(each).toEqual({ MaximumConcurrency: 20 });
    const functions = listResources<{ Environment?: { Variables?: object } }>(
      configuredStack.template,
      'AWS::Lambda::Function',
    );
    const variables = functions.map(
      ({ Properties }) => Properties.Environment?.Variables,
    );
    expect(variables).toContainEqual(
      expect.objectContaining({ QUEUE_CONCURRENCY: '20' }),
    );
  });

  it('can keep the log role of the AWS account', () => {
    expect(listResources(template, 'AWS::ApiGateway::Account')).toHaveLength(1);
    expect(listResources(configuredStack.template, 'AWS::ApiGateway::Account')).toEqual(
      [],
    );
  });
});

describe('the keys of id_tokens', () => {
  const withKeys = endpoints.filter(({ endpoint }) => endpoint.stores?.signingKeys);
  const synthesizeKeys = (signingKeys: string, users: typeof withKeys) =>
    synthesizeStack({ endpoints: users, consumers: [] }, { signingKeys }).template;

  it('are two during a rotation, of which both are published and the first one signs', () => {
    const rotating = synthesizeKeys('2,1', withKeys);
    const { signingKeys } = findKeys(rotating);
    const [second, first] = signingKeys.map(({ id }) => id);
    expect([second, first]).toEqual([
      expect.stringMatching(/^SigningKey2/),
      expect.stringMatching(/^SigningKey1/),
    ]);
    const roles = listResources(rotating, 'AWS::IAM::Role').map(({ Properties }) =>
      JSON.stringify(Properties),
    );
    const allow = (action: string, id = '') =>
      roles.filter((role) => role.includes(action) && role.includes(id)).length;
    expect([allow('kms:Sign', second), allow('kms:Sign', first)]).toEqual([1, 0]);
    const published = [second, first].map((id) => allow('kms:GetPublicKey', id));
    expect(published).toEqual([1, 1]);
    const [current] = findKeys(synthesizeKeys('2', [])).signingKeys;
    expect(current?.id).toBe(second);
    expect(listReferences(rotating.Outputs.SigningKeyArns?.Value)).toEqual([
      second,
      first,
    ]);
  });

  it.each(['0', '1,1', '1,2,3', '1, 2'])('are not %j', (signingKeys) => {
    expect(() => readContext({ signingKeys })).toThrow('signingKeys must be');
  });
});

describe('a web ACL', () => {
  const webAclTypes = ['AWS::WAFv2::WebACL', 'AWS::WAFv2::WebACLAssociation'];
  const countAcls = (stack: SynthesizedTemplate) =>
    webAclTypes.map((type) => listResources(stack, type).length);

  it('limits the requests of an IP address to all APIs, if the operator sets a limit', () => {
    expect(countAcls(template)).toEqual([0, 0]);
    expect(countAcls(configuredStack.template)).toEqual([1, 4]);
    const { Properties } = getOnlyResource(
      configuredStack.template,
      'AWS::WAFv2::WebACL',
    );
    expect(Properties.Rules).toMatchObject([
      { Action: { Block: {} }, Statement: { RateBasedStatement: { Limit: 3000 } } },
    ]);
  });

  it('can belong to the CDN', () => {
    const { Properties } = getOnlyResource(
      configuredStack.template,
      'AWS::CloudFront::Distribution',
    );
    expect(Properties.DistributionConfig).toMatchObject({
      WebACLId: settings.cdnWebAclArn,
    });
  });
});

describe('functions', () => {
  interface FunctionProperties {
    ReservedConcurrentExecutions?: number;
    Environment?: { Variables: { LOG_LEVEL?: string } };
  }
  const listFunctions = (stack: SynthesizedTemplate) =>
    listResources<FunctionProperties>(stack, 'AWS::Lambda::Function');

  it('reserve concurrent executions for the image renderer only, if they are set', () => {
    const reserved = listFunctions(configuredStack.template).filter(
      ({ Properties }) => Properties.ReservedConcurrentExecutions === 20,
    );
    expect(reserved.map(({ id }) => id)).toEqual([
      expect.stringMatching(/^CdnImageRender/),
    ]);
    for (const { Properties } of listFunctions(template))
      expect(Properties.ReservedConcurrentExecutions).toBeUndefined();
  });

  it('have the log level that is set', () => {
    for (const { Properties } of listFunctions(configuredStack.template))
      expect(Properties.Environment?.Variables.LOG_LEVEL).toBe('warn');
    for (const { Properties } of listFunctions(template))
      expect(Properties.Environment?.Variables.LOG_LEVEL).toBeUndefined();
  });
});
