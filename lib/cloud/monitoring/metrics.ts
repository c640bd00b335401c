import { Duration, Stack } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  FilterPattern,
  type IFilterPattern,
  type ILogGroup,
  MetricFilter,
} from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { compact } from '#shared/runtime/compact.ts';
import { collectionIndex } from '#shared/table/keys.ts';

/** The period of every metric. */
export const period = Duration.minutes(5);

/** Creates a metric without dimensions, for all functions in the account and region. */
function createAccountMetric(metricName: string, statistic: 'Sum' | 'Maximum'): Metric {
  return new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period });
}

/** Creates the metric of concurrent executions, in percent of the account's quota. */
function createConcurrencyMetric(): IMetric {
  return new MathExpression({
    // CloudWatch has the quota for the metric of executions only.
    expression: 'claimed / SERVICE_QUOTA(executions) * 100',
    label: 'Concurrent executions (% of the quota)',
    usingMetrics: {
      claimed: createAccountMetric('ClaimedAccountConcurrency', 'Maximum'),
      executions: createAccountMetric('ConcurrentExecutions', 'Maximum'),
    },
    period,
  });
}

/** Creates the metric of the failed and throttled invocations of a function. */
export function createFailureMetric(handler: IFunction): IMetric {
  return new MathExpression({
    expression: sumOrZero(['errors', 'throttles']),
    label: 'Failures',
    usingMetrics: {
      errors: handler.metricErrors({ period }),
      throttles: handler.metricThrottles({ period }),
    },
    period,
  });
}

/** Returns the expression of a sum in which a metric without data counts as 0. */
function sumOrZero(ids: readonly string[]): string {
  return ids.map((id) => `FILL(${id}, 0)`).join(' + ');
}

/**
 * Creates the metric of the reads and writes that DynamoDB throttled. They are those of the table
 * and its index, because the metrics of requests leave out transactions, and batches of which only
 * a part was throttled.
 */
function createTableThrottleMetric(table: ITable): IMetric {
  const TableName = table.tableName;
  const ofIndex = { TableName, GlobalSecondaryIndexName: collectionIndex };
  const toMetric = (metricName: string, dimensionsMap: Record<string, string>) =>
    table.metric(metricName, { dimensionsMap, statistic: 'Sum', period });
  const usingMetrics = {
    reads: toMetric('ReadThrottleEvents', { TableName }),
    writes: toMetric('WriteThrottleEvents', { TableName }),
    index_reads: toMetric('ReadThrottleEvents', ofIndex),
    index_writes: toMetric('WriteThrottleEvents', ofIndex),
  };
  return new MathExpression({
    expression: sumOrZero(Object.keys(usingMetrics)),
    label: 'Throttled reads and writes',
    usingMetrics,
    period,
  });
}

/** Creates a metric of the duration of the ten slowest functions of the stack. */
export function createSlowestFunctionsMetric(scope: Construct): IMetric {
  const { stackName } = Stack.of(scope);
  const search = `{AWS/Lambda,FunctionName} MetricName="Duration" "${stackName}"`;
  const results = `SEARCH('${search}', 'p99', ${period.toSeconds()})`;
  return new MathExpression({
    expression: `SLICE(SORT(${results}, MAX, DESC), 0, 10)`,
    // Without a label, each line of the graph has the name of its function.
    label: '',
    usingMetrics: {},
    period,
  });
}

/** Creates a metric of a distribution. CloudFront has its metrics in us-east-1 only. */
export function createDistributionMetric(
  { distributionId }: IDistribution,
  metricName: 'Requests' | '5xxErrorRate',
): IMetric {
  return new Metric({
    namespace: 'AWS/CloudFront',
    metricName,
    dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
    region: 'us-east-1',
    statistic: metricName === 'Requests' ? 'Sum' : 'Average',
    period,
  });
}

/** Creates the metric of the 5xx responses of the functions that the CDN invokes. */
export function createOriginErrorMetric(functions: readonly IFunction[]): IMetric {
  const metrics = functions.map((handler, index) => {
    const metric = handler.metric('Url5xxCount', { statistic: 'Sum', period });
    return [`origin${index}`, metric] as const;
  });
  const usingMetrics = Object.fromEntries(metrics);
  return new MathExpression({
    expression: sumOrZero(Object.keys(usingMetrics)),
    label: 'Errors of CDN functions',
    usingMetrics,
    period,
  });
}

/** The sources of the shared metrics. */
export interface MetricSources {
  table: ITable;
  functionLog: ILogGroup;
  accessLog: ILogGroup;
}

/**
 * Matches the lines about an unexpected error, a crash or a timeout of a function. `error_name`
 * finds the lines that our code writes, because Lambda may rewrite their level.
 */
const functionFailed = FilterPattern.any(
  FilterPattern.exists('$.error_name'),
  FilterPattern.stringValue('$.record.status', '=', 'error'),
  FilterPattern.stringValue('$.record.status', '=', 'timeout'),
);
/** A request counts as slow if its response takes as long, in milliseconds. */
const slowResponse = 2000;

/** The metrics that alarms and graphs share. */
export type SharedMetrics = ReturnType<typeof createSharedMetrics>;

/** Creates the metrics of the two logs, of the table, and of all functions together. */
export function createSharedMetrics(
  scope: Construct,
  { table, functionLog, accessLog }: MetricSources,
) {
  const { numberValue } = FilterPattern;
  return {
    /** Failures in the function log. */
    functionErrors: createLogMetric(scope, 'FunctionErrors', functionLog, {
      pattern: functionFailed,
    }),
    /** Invocations that Lambda throttled, in the whole account and region. */
    functionThrottles: createAccountMetric('Throttles', 'Sum'),
    /** Concurrent executions in percent of the quota. */
    concurrency: createConcurrencyMetric(),
    /** Requests with a 429 response. */
    throttledRequests: createLogMetric(scope, 'ThrottledRequests', accessLog, {
      pattern: numberValue('$.status', '=', 429),
    }),
    /** The share of requests with a 5xx response. */
    failedRequests: createShareMetric(scope, 'FailedRequests', accessLog, {
      counted: numberValue('$.status', '>=', 500),
      others: numberValue('$.status', '<', 500),
    }),
    /** The share of requests with a slow response. */
    slowRequests: createShareMetric(scope, 'SlowRequests', accessLog, {
      counted: numberValue('$.latency_ms', '>=', slowResponse),
      others: numberValue('$.latency_ms', '<', slowResponse),
    }),
    /** Requests that went on without being counted against limits. */
    uncountedRequests: createLogMetric(scope, 'UncountedRequests', functionLog, {
      pattern: hasEvent('use_not_counted'),
    }),
    /** Addresses that get no mail any more. */
    addressesBlocked: createLogMetric(scope, 'AddressesBlocked', functionLog, {
      pattern: hasEvent('mail_address_blocked'),
    }),
    tableThrottled: createTableThrottleMetric(table),
  };
}

/** Matches the lines about an event. */
export const hasEvent = (event: string) =>
  FilterPattern.stringValue('$.event', '=', event);

/** The lines of a log that make a metric. */
export interface LogMetricSource {
  pattern: IFilterPattern;
  /** The field with the value. Defaults to 1 for each line. */
  value?: '1' | `$.${string}`;
  /** Defaults to the sum. */
  statistic?: 'Sum' | 'Maximum' | 'Average';
  /** The fields with the dimensions. */
  dimensions?: Record<string, string>;
}

/** Creates a metric of the lines of a log that match a pattern. */
export function createLogMetric(
  scope: Construct,
  metricName: string,
  logGroup: ILogGroup,
  { pattern, value = '1', statistic = 'Sum', dimensions }: LogMetricSource,
): Metric {
  return new MetricFilter(scope, metricName, {
    logGroup,
    filterPattern: pattern,
    metricNamespace: Stack.of(scope).stackName,
    metricName,
    metricValue: value,
    ...compact({ dimensions }),
  }).metric({ statistic, period });
}

/** Two kinds of lines of a log, which exclude each other. */
interface ShareSource {
  counted: IFilterPattern;
  others: IFilterPattern;
}

/**
 * Creates a metric that is 1 for some lines of a log and 0 for others. Its average is their share,
 * its sum their number. CloudWatch bills one metric, where a quotient would need two.
 */
export function createShareMetric(
  scope: Construct,
  metricName: string,
  logGroup: ILogGroup,
  { counted, others }: ShareSource,
): Metric {
  new MetricFilter(scope, `Other${metricName}`, {
    logGroup,
    filterPattern: others,
    metricNamespace: Stack.of(scope).stackName,
    metricName,
    metricValue: '0',
  });
  const source = { pattern: counted, statistic: 'Average' } as const;
  return createLogMetric(scope, metricName, logGroup, source);
}

/** The numbers of successes and failures. */
interface Outcomes {
  succeeded: Metric;
  failed: Metric;
}

/** Creates the metric that is 1 in an hour with no success and at least `minFailures` failures. */
export function createOutageMetric(
  label: string,
  minFailures: number,
  outcomes: Outcomes,
): IMetric {
  return new MathExpression({
    expression: `IF(FILL(failed, 0) >= ${minFailures} AND FILL(succeeded, 0) < 1, 1, 0)`,
    label,
    usingMetrics: { ...outcomes },
    period: Duration.hours(1),
  });
}

/**
 * Creates the metric that is 1 in a minute in which a release fails: at least five requests and a
 * twentieth of all of them, or functions at least five times.
 */
export function createReleaseMetric({
  failedRequests,
  functionErrors,
}: SharedMetrics): IMetric {
  const minute = Duration.minutes(1);
  const isFailing = 'FILL(failed, 0) >= 5 AND FILL(share, 0) >= 0.05';
  return new MathExpression({
    expression: `IF(${isFailing}, 1, 0) + IF(FILL(errors, 0) >= 5, 1, 0)`,
    label: 'The release fails',
    usingMetrics: {
      failed: failedRequests.with({ statistic: 'Sum', period: minute }),
      share: failedRequests.with({ period: minute }),
      errors: functionErrors.with({ period: minute }),
    },
    period: minute,
  });
}
