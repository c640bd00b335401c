import { Duration, Stack } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import {
  createLogMetric,
  createOutageMetric,
  createShareMetric,
  hasEvent,
  type LogMetricSource,
  period,
} from './metrics.ts';

const { all, any, exists, numberValue, stringValue } = FilterPattern;

/** A metric by provider, which CloudWatch reads from the log lines of syncs. */
interface ProviderMetric extends LogMetricSource {
  name: string;
}

const hasCode = (code: string) => stringValue('$.code', '=', code);
const lacksCode = (code: string) => stringValue('$.code', '!=', code);

/** Creates the metric that sums a number of entries in the log lines of syncs, failed ones too. */
function createEntryMetric(name: string, field: string): ProviderMetric {
  const value = `$.${field}` as const;
  const isSync = any(hasEvent('sync'), hasEvent('sync_failed'));
  return { name, pattern: all(isSync, numberValue(value, '>', 0)), value };
}

/** The failures that concern one person, who has to connect again. */
const personalFailures = ['invalid_grant', 'unauthorized', 'insufficient_scope'];

const providerMetrics: readonly ProviderMetric[] = [
  createEntryMetric('WorkoutsImported', 'created'),
  createEntryMetric('WorkoutsChanged', 'updated'),
  createEntryMetric('WorkoutsDeleted', 'removed'),
  createEntryMetric('WorkoutsMerged', 'merged'),
  createEntryMetric('WorkoutsRefused', 'refused'),
  {
    name: 'ImportDelay',
    pattern: all(hasEvent('sync'), exists('$.delay_s')),
    value: '$.delay_s',
  },
  {
    name: 'SyncsSucceeded',
    pattern: all(hasEvent('sync'), hasCode('synchronized')),
  },
  {
    name: 'SyncsFailed',
    pattern: all(
      hasEvent('sync_failed'),
      lacksCode('rate_limited'),
      ...personalFailures.map(lacksCode),
    ),
  },
  {
    name: 'SyncsRateLimited',
    pattern: all(hasEvent('sync_failed'), hasCode('rate_limited')),
  },
  {
    name: 'ReconnectionsRequired',
    pattern: all(hasEvent('sync_failed'), any(...personalFailures.map(hasCode))),
  },
];

/** Creates the metrics of the syncs, each with the provider as its dimension. */
export function createProviderMetrics(scope: Construct, logGroup: ILogGroup): void {
  const dimensions = { Provider: '$.provider' };
  for (const { name, ...source } of providerMetrics)
    createLogMetric(scope, name, logGroup, { ...source, dimensions });
}

/** An import counts as late if it takes longer from the end of the workout, in seconds. */
const lateImport = 4 * 3600;

/** Creates the metric of the share of imports that were late, of all providers. */
export function createLateImportMetric(scope: Construct, logGroup: ILogGroup): Metric {
  return createShareMetric(scope, 'LateImports', logGroup, {
    counted: all(hasEvent('sync'), numberValue('$.delay_s', '>', lateImport)),
    others: all(hasEvent('sync'), numberValue('$.delay_s', '<=', lateImport)),
  });
}

/** A provider counts as failing if as many of its syncs fail in an hour. */
const minFailures = 3;

/**
 * Creates the metric that is 1 in an hour in which no sync with a provider succeeded and several
 * failed. A person who has to connect again does not count.
 */
export function createProviderOutageMetric(scope: Construct, provider: string): IMetric {
  const createCount = (metricName: string) =>
    new Metric({
      namespace: Stack.of(scope).stackName,
      metricName,
      dimensionsMap: { Provider: provider },
      statistic: 'Sum',
      period: Duration.hours(1),
    });
  return createOutageMetric('All syncs fail', minFailures, {
    failed: createCount('SyncsFailed'),
    succeeded: createCount('SyncsSucceeded'),
  });
}

/** Creates a metric of the syncs with a line for each provider. */
export function searchProviderMetric(
  scope: Construct,
  metricName: string,
  statistic: 'Sum' | 'Average',
): IMetric {
  const { stackName } = Stack.of(scope);
  const search = `{"${stackName}",Provider} MetricName="${metricName}"`;
  return new MathExpression({
    expression: `SEARCH('${search}', '${statistic}', ${period.toSeconds()})`,
    label: metricName,
    usingMetrics: {},
    period,
  });
}
