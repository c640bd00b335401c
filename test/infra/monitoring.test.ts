import { describe, expect, it } from 'vitest';
import { providers } from '#functions/connections/providers/providers.data.ts';
import { endpoints, findDefinitionId, functions, template } from './built-stack.ts';
import { getOnlyResource, listReferences, listResources } from './template.ts';

interface AlarmProperties {
  AlarmDescription: string;
  MetricName?: string;
  Namespace?: string;
  Dimensions?: { Name: string; Value: unknown }[];
  Metrics?: {
    Expression?: string;
    MetricStat?: { Metric: AlarmProperties; Period: number };
  }[];
  Period?: number;
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
    ...listReferences(Dimensions).map(findDefinitionId),
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

  it('add metrics of which some have no data, because nothing was counted', () => {
    const expressions = alarms.flatMap(({ Properties }) =>
      (Properties.Metrics ?? []).flatMap(({ Expression }) => Expression ?? []),
    );
    const sums = expressions.filter((expression) => expression.includes(' + '));
    expect(sums.length).toBeGreaterThan(2);
    // Without data of one metric, a sum has none.
    expect(sums.filter((sum) => /[a-z]\w* \+ |\+ [a-z]/.test(sum))).toEqual([]);
  });

  it('watch throttled reads and writes of the table and its index, also of transactions', () => {
    const metrics = listCombined(findAlarm('TableThrottled'));
    const watched = metrics.map(({ MetricName, Dimensions = [] }) =>
      [MetricName, ...Dimensions.map(({ Name }) => Name)].join(' '),
    );
    expect(watched.sort()).toEqual([
      'ReadThrottleEvents GlobalSecondaryIndexName TableName',
      'ReadThrottleEvents TableName',
      'WriteThrottleEvents GlobalSecondaryIndexName TableName',
      'WriteThrottleEvents TableName',
    ]);
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

it('one alarm undoes a deployment: many requests or functions fail in two of three minutes', () => {
  const alarm = findAlarm('Release');
  const [{ Expression } = {}] = alarm?.Properties.Metrics ?? [];
  expect(Expression).toBe(
    'IF(FILL(failed, 0) >= 5 AND FILL(share, 0) >= 0.05, 1, 0) + IF(FILL(errors, 0) >= 5, 1, 0)',
  );
  expect(alarm?.Properties).toMatchObject({
    Threshold: 1,
    DatapointsToAlarm: 2,
    EvaluationPeriods: 3,
  });
  for (const { MetricStat } of alarm?.Properties.Metrics ?? [])
    if (MetricStat) expect(MetricStat).toMatchObject({ Period: 60 });
  expect(listReferences(template.Outputs.RollbackAlarmArns?.Value)).toEqual([alarm?.id]);
});

describe('an objective', () => {
  const composites = listResources<{ AlarmRule: unknown }>(
    template,
    'AWS::CloudWatch::CompositeAlarm',
  );
  const getPart = (id: string) => alarms.find((alarm) => alarm.id === id)?.Properties;

  it.each([
    { name: 'Availability', metric: 'FailedRequests', budget: 0.001 },
    { name: 'Latency', metric: 'SlowRequests', budget: 0.01 },
    { name: 'Freshness', metric: 'LateImports', budget: 0.05 },
  ])('warns if its budget burns in a long and a short window: $name', (objective) => {
    const { name, metric, budget } = objective;
    const alarm = composites.find(({ id }) => id.startsWith(`Monitoring${name}Alarm`));
    const parts = listReferences(alarm?.Properties.AlarmRule).map(getPart);
    const thresholds = parts.map((part) => Number(part?.Threshold) / budget);
    expect(thresholds.map((rate) => rate.toFixed(1))).toEqual([
      '14.4',
      '14.4',
      '6.0',
      '6.0',
    ]);
    const rule = JSON.stringify(alarm?.Properties.AlarmRule).replaceAll(/[^A-Z(]/g, '');
    expect(rule).toMatch(/AND.*OR.*AND/);
    const windows = parts.map((part) => listWindows(part, metric));
    expect(windows).toEqual([[3600, 3600], [300], [21_600, 21_600], [1800]]);
  });

  /** Lists the periods of the metrics of an alarm, all of which must have this name. */
  function listWindows(part: AlarmProperties | undefined, name: string) {
    const combined = part?.Metrics?.flatMap(({ MetricStat }) => MetricStat ?? []);
    const metrics = combined ?? [{ Metric: part, Period: part?.Period }];
    return metrics.map(({ Metric, Period }) => {
      expect(Metric?.MetricName).toBe(name);
      return Period;
    });
  }
});

it('a share counts some lines of a log as 1 and the others as 0, and each line once', () => {
  const filters = listResources<{
    FilterPattern: string;
    MetricTransformations: [{ MetricName: string; MetricValue: string }];
  }>(template, 'AWS::Logs::MetricFilter');
  const findShare = (name: string) =>
    filters
      .filter(({ Properties }) => Properties.MetricTransformations[0].MetricName === name)
      .map(
        ({
          Properties: {
            FilterPattern,
            MetricTransformations: [{ MetricValue }],
          },
        }) => [FilterPattern, MetricValue],
      )
      .sort();
  expect(findShare('FailedRequests')).toEqual([
    ['{ $.status < 500 }', '0'],
    ['{ $.status >= 500 }', '1'],
  ]);
  expect(findShare('SlowRequests')).toEqual([
    ['{ $.latency_ms < 2000 }', '0'],
    ['{ $.latency_ms >= 2000 }', '1'],
  ]);
  expect(findShare('LateImports')).toEqual([
    ['{ ($.event = "sync") && ($.delay_s <= 14400) }', '0'],
    ['{ ($.event = "sync") && ($.delay_s > 14400) }', '1'],
  ]);
});

it('the logs stay if the stack is deleted, that of operators for a year', () => {
  const logs = listResources<{ RetentionInDays: number }>(
    template,
    'AWS::Logs::LogGroup',
  );
  for (const { DeletionPolicy } of logs) expect(DeletionPolicy).toBe('Retain');
  const days = logs.map(({ Properties }) => Properties.RetentionInDays);
  expect(days.sort((a, b) => a - b)).toEqual([60, 60, 365]);
});

it('the console offers queries of the logs', () => {
  const queries = listResources<{ Name: string; QueryString: string }>(
    template,
    'AWS::Logs::QueryDefinition',
  );
  expect(queries.map(({ Properties }) => Properties.Name).sort()).toEqual([
    'FitnessDataStack/Actions of operators',
    'FitnessDataStack/Cold starts',
    'FitnessDataStack/Errors by code',
    'FitnessDataStack/One request',
    'FitnessDataStack/Rejected requests of an application',
    'FitnessDataStack/Slowest endpoints',
  ]);
});

it('the dashboard shows APIs, functions, table, queues and CDN', () => {
  const { Properties } = getOnlyResource(template, 'AWS::CloudWatch::Dashboard');
  const body = JSON.stringify(Properties.DashboardBody);
  for (const namespace of ['ApiGateway', 'Lambda', 'DynamoDB', 'SQS', 'CloudFront'])
    expect(body).toContain(`AWS/${namespace}`);
});
