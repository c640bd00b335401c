import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { template } from '../built-stack.ts';
import {
  getOnlyResource,
  listReferences,
  listResources,
  type SynthesizedTemplate,
} from '../template.ts';
import { configuredStack, namedStack, settings, stackName } from './stacks.ts';

const { template: configured } = configuredStack;

it('all resources have tags with the service, the stack, the release, and what is set', () => {
  const own = { service: 'fitness-data', stack: stackName, release: packageJson.version };
  expect(namedStack.tags).toEqual(own);
  const set = { team: 'fitness', 'cost-center': '42' };
  expect(configuredStack.tags).toEqual({ ...own, ...set });
  expect(configured.Outputs.Release?.Value).toBe(packageJson.version);
});

describe('tracing', () => {
  const listTraced = (stack: SynthesizedTemplate) => {
    const functions = listResources(stack, 'AWS::Lambda::Function');
    const stages = listResources(stack, 'AWS::ApiGateway::Stage');
    const modes = functions.map(({ Properties }) => Properties.TracingConfig);
    const enabled = stages.map(({ Properties }) => Properties.TracingEnabled);
    return new Set([...modes, ...enabled].map((value) => JSON.stringify(value)));
  };
  const listRights = (stack: SynthesizedTemplate) => {
    const functions = listResources<{ Role: unknown }>(stack, 'AWS::Lambda::Function');
    const used = functions.map(({ Properties }) => listReferences(Properties.Role)[0]);
    return [...new Set(used)].map((id) =>
      JSON.stringify(stack.Resources[id ?? '']?.Properties).match(/xray:\w+/g),
    );
  };

  it('is off, and no function may send traces', () => {
    expect(listTraced(template)).toEqual(new Set([undefined]));
    expect(JSON.stringify(template)).not.toContain('xray:');
  });

  it('is on in all functions and APIs if it is set, and each role may send traces', () => {
    expect(listTraced(configured)).toEqual(new Set(['{"Mode":"Active"}', 'true']));
    const rights = listRights(configured);
    expect(rights.length).toBeGreaterThan(1);
    for (const actions of rights)
      expect(actions).toEqual(['xray:PutTelemetryRecords', 'xray:PutTraceSegments']);
    expect(listResources(configured, 'AWS::IAM::Policy')).toEqual([]);
  });
});

it('a budget of the account is told to the topic of alarms, if it is set', () => {
  expect(listResources(template, 'AWS::Budgets::Budget')).toEqual([]);
  const { Properties } = getOnlyResource(configured, 'AWS::Budgets::Budget');
  const subscribers = [{ SubscriptionType: 'SNS', Address: settings.alarmTopicArn }];
  expect(Properties).toMatchObject({
    Budget: { BudgetLimit: { Amount: 50, Unit: 'USD' }, TimeUnit: 'MONTHLY' },
    NotificationsWithSubscribers: [
      {
        Notification: { NotificationType: 'ACTUAL', Threshold: 80 },
        Subscribers: subscribers,
      },
      {
        Notification: { NotificationType: 'FORECASTED', Threshold: 100 },
        Subscribers: subscribers,
      },
    ],
  });
});

it('the CDN and the buckets log requests into a bucket of their own, if it is set', () => {
  expect(JSON.stringify(template)).not.toMatch(/"Logging"|LoggingConfiguration/);
  const buckets = listResources<{ LoggingConfiguration?: unknown }>(
    configured,
    'AWS::S3::Bucket',
  );
  const [logs] = buckets.filter(({ id }) => id.startsWith('AccessLogs'));
  const { Properties } = getOnlyResource(configured, 'AWS::CloudFront::Distribution');
  const destinations = [
    ...buckets.map((bucket) => bucket.Properties.LoggingConfiguration),
    Object(Properties.DistributionConfig).Logging,
  ].map((logging) => listReferences(logging)[0]);
  expect(destinations.filter((id) => id === logs?.id)).toHaveLength(3);
  expect(destinations).toHaveLength(4);
});

describe('the alarm of the scheduled smoke test', () => {
  const findCanary = (stack: SynthesizedTemplate) =>
    listResources(stack, 'AWS::CloudWatch::Alarm').find(({ id }) =>
      id.startsWith('MonitoringCanaryAlarm'),
    );

  it('goes off if none passes for two intervals, also if none runs', () => {
    expect(findCanary(template)).toBeUndefined();
    expect(findCanary(configured)?.Properties).toMatchObject({
      Namespace: stackName,
      MetricName: 'SmokeTestPassed',
      Period: 30 * 60,
      EvaluationPeriods: 2,
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      TreatMissingData: 'breaching',
    });
  });
});
