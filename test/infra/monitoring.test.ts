import { describe, expect, it } from 'vitest';
import { providers } from '#functions/connections/providers/providers.data.ts';
import { endpoints, findBundleId, functions, template } from './built-stack.ts';
import { getOnlyResource, listReferences, listResources } from './template.ts';

interface AlarmProperties {
  AlarmDescription: string;
  MetricName?: string;
  Namespace?: string;
  Dimensions?: { Name: string; Value: unknown }[];
  Metrics?: { Expression?: string; MetricStat?: { Metric: AlarmProperties } }[];
  Threshold: number;
  TreatMissingData: string;
}

const alarms = listResources<AlarmProperties>(template, 'AWS::CloudWatch::Alarm');

/** Finds the alarm with this id, e.g. `Concurrency`. */
function findAlarm(name: string) {
  return alarms.find(({ id }) => id.startsWith(`Monitoring${name}Alarm`));
}

/** Lists the metrics that an alarm combines. */
function listCombined(alarm: (typeof alarms)[number] | undefined) {
  const metrics = alarm?.Properties.Metrics ?? [];
  return metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
}

/** Lists the metrics that an alarm combines, with the functions in their dimensions. */
function listMetrics(name: string) {
  return listCombined(findAlarm(name)).map(({ MetricName, Dimensions = [] }) => [
    MetricName,
    ...listReferences(Dimensions).map(findBundleId),
  ]);
}

/** The beginnings of the ids of the APIs' alarms. */
const apiNames = [...new Set(endpoints.map(({ endpoint }) => endpoint.host))].map(
  (host) => `${host.charAt(0).toUpperCase()}${host.slice(1)}Api`,
);

describe('alarms', () => {
  it('do not go off without requests', () => {
    for (const { Properties } of alarms)
      expect(Properties.TreatMissingData).toBe('notBreaching');
  });

  it('watch the rejected invocations and the quota of Lambda, whatever the quota is', () => {
    expect(findAlarm('FunctionThrottles')?.Properties).toMatchObject({
      Namespace: 'AWS/Lambda',
      MetricName: 'Throttles',
    });
    expect(findAlarm('FunctionThrottles')?.Properties.Dimensions).toBeUndefined();
    expect(listMetrics('Concurrency')).toEqual([
      ['ClaimedAccountConcurrency'],
      ['ConcurrentExecutions'],
    ]);
    const [{ Expression } = {}] = findAlarm('Concurrency')?.Properties.Metrics ?? [];
    expect(Expression).toBe('claimed / SERVICE_QUOTA(executions) * 100');
  });

  it('watch the failures of the authorizer and of the functions of the CDN', () => {
    expect(listMetrics('AuthorizerErrors')).toEqual([
      ['Errors', 'auth/authorizer'],
      ['Throttles', 'auth/authorizer'],
    ]);
    const origins = functions.filter(({ definition }) => definition.trigger === 'cdn');
    expect(listMetrics('CdnOriginErrors').sort()).toEqual(
      origins.map(({ id }) => ['Url5xxCount', id]),
    );
  });

  it('watch failures of functions, and a share of 1% of server errors of each API', () => {
    expect(findAlarm('FunctionErrors')?.Properties.Threshold).toBe(1);
    for (const api of apiNames)
      expect(findAlarm(`${api}Errors`)?.Properties).toMatchObject({
        MetricName: '5XXError',
        Statistic: 'Average',
        Threshold: 0.01,
      });
  });

  it('watch the 99th percentile of the latency of each API', () => {
    for (const api of apiNames)
      expect(findAlarm(`${api}Latency`)?.Properties).toMatchObject({
        MetricName: 'Latency',
        ExtendedStatistic: 'p99',
        EvaluateLowSampleCountPercentile: 'ignore',
      });
  });

  it('watch the CDN in us-east-1, where CloudFront has its metrics', () => {
    const alarm = findAlarm('CdnErrors');
    const { id } = getOnlyResource(template, 'AWS::CloudFront::Distribution');
    expect(alarm?.Properties.Dimensions).toEqual([
      { Name: 'DistributionId', Value: { Ref: id } },
      { Name: 'Region', Value: 'Global' },
    ]);
    const condition = template.Conditions?.[alarm?.Condition ?? ''];
    expect(condition).toEqual({ 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-east-1'] });
  });

  it('watch each provider: whether syncs fail, and none succeeds', () => {
    const watched = alarms
      .map(listCombined)
      .filter(([metric]) => metric?.MetricName === 'SyncsFailed');
    const expected = providers.map(({ type }) =>
      ['SyncsFailed', 'SyncsSucceeded'].map((MetricName) =>
        expect.objectContaining({
          MetricName,
          Dimensions: [{ Name: 'Provider', Value: type }],
        }),
      ),
    );
    expect(watched).toHaveLength(expected.length);
    expect(watched).toEqual(expect.arrayContaining(expected));
  });

  it('watch the delay of events, and the failures of all receivers or of one for days', () => {
    expect(findAlarm('EventDelay')?.Properties).toMatchObject({
      MetricName: 'EventDelay',
      Statistic: 'Maximum',
      Threshold: 300,
    });
    expect(listMetrics('DeliveryOutage')).toEqual([
      ['DeliveriesFailed'],
      ['DeliveriesSucceeded'],
    ]);
    expect(findAlarm('ReceiverDisabled')?.Properties).toMatchObject({
      MetricName: 'ReceiversDisabled',
      Threshold: 1,
    });
  });

  it('watch the oldest message of each consumer queue', () => {
    const watched = alarms
      .filter(({ Properties }) => Properties.MetricName?.includes('OldestMessage'))
      .map(({ Properties }) => listReferences(Properties.Dimensions)[0]);
    const consumerQueues = listResources(template, 'AWS::SQS::Queue').filter(
      ({ Properties }) => Properties.RedrivePolicy,
    );
    expect(watched.sort()).toEqual(consumerQueues.map(({ id }) => id).sort());
  });
});

it('the dashboard shows APIs, functions, table, queues and CDN', () => {
  const { Properties } = getOnlyResource(template, 'AWS::CloudWatch::Dashboard');
  const body = JSON.stringify(Properties.DashboardBody);
  for (const namespace of ['ApiGateway', 'Lambda', 'DynamoDB', 'SQS', 'CloudFront'])
    expect(body).toContain(`AWS/${namespace}`);
});
