import { Duration, Stack } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  FilterPattern,
  type IFilterPattern,
  type ILogGroup,
  MetricFilter,
} from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { createShareMetric, period } from './metrics.ts';

const { all, any, exists, numberValue, stringValue } = FilterPattern;

/** A metric by provider, which CloudWatch reads from the log lines of syncs. */
interface ProviderMetric {
  name: string;
  pattern: IFilterPattern;
  /** The field with the value. Defaults to 1 for each line. */
  value?: `$.${string}`;
}

const hasEvent = (event: string) => stringValue('$.event', '=', event);
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
  for (const { name, pattern, value = '1' } of providerMetrics) {
    new MetricFilter(scope, name, {
      logGroup,
      filterPattern: pattern,
      metricNamespace: Stack.of(scope).stackName,
      metricName: name,
      metricValue: value,
      dimensions: { Provider: '$.provider' },
    });
  }
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
export function createOutageMetric(scope: Construct, provider: string): IMetric {
  const hour = Duration.hours(1);
  const createCount = (metricName: string) =>
    new Metric({
      namespace: Stack.of(scope).stackName,
      metricName,
      dimensionsMap: { Provider: provider },
      statistic: 'Sum',
      period: hour,
    });
  return new MathExpression({
    expression: `IF(FILL(failed, 0) >= ${minFailures} AND FILL(succeeded, 0) < 1, 1, 0)`,
    label: 'All syncs fail',
    usingMetrics: {
      failed: createCount('SyncsFailed'),
      succeeded: createCount('SyncsSucceeded'),
    },
    period: hour,
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
