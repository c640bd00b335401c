import { Duration, Stack } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type ITable, Operation } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  FilterPattern,
  type IFilterPattern,
  type ILogGroup,
  MetricFilter,
} from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

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

/** Creates a metric for the ten functions of the stack with the highest values. */
export function createTopFunctionsMetric(
  scope: Construct,
  metricName: string,
  statistic: string,
): IMetric {
  const { stackName } = Stack.of(scope);
  const search = `{AWS/Lambda,FunctionName} MetricName="${metricName}" "${stackName}"`;
  const results = `SEARCH('${search}', '${statistic}', ${period.toSeconds()})`;
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
/** The metrics that alarms and graphs share. */
export type SharedMetrics = ReturnType<typeof createSharedMetrics>;

/** Creates the metrics of the two logs, of the table, and of all functions together. */
export function createSharedMetrics(
  scope: Construct,
  { table, functionLog, accessLog }: MetricSources,
) {
  const throttled = FilterPattern.numberValue('$.status', '=', 429);
  const { GET_ITEM, QUERY, PUT_ITEM, UPDATE_ITEM, DELETE_ITEM } = Operation;
  const operations = [GET_ITEM, QUERY, PUT_ITEM, UPDATE_ITEM, DELETE_ITEM];
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
      pattern: throttled,
    }),
    /** Requests that went on without being counted against limits. */
    uncountedRequests: createLogMetric(scope, 'UncountedRequests', functionLog, {
      pattern: FilterPattern.stringValue('$.event', '=', 'use_not_counted'),
    }),
    /** Addresses that get no mail any more. */
    addressesBlocked: createLogMetric(scope, 'AddressesBlocked', functionLog, {
      pattern: FilterPattern.stringValue('$.event', '=', 'mail_address_blocked'),
    }),
    /** Requests that DynamoDB throttled. */
    tableThrottled: table.metricThrottledRequestsForOperations({ operations, period }),
  };
}

/** The lines of a log that make a metric. */
interface LogMetricSource {
  pattern: IFilterPattern;
  /** The field with the value. Defaults to 1 for each line. */
  value?: '1' | `$.${string}`;
  /** Defaults to the sum. */
  statistic?: 'Sum' | 'Maximum';
}

/** Creates a metric of the lines of a log that match a pattern. */
export function createLogMetric(
  scope: Construct,
  metricName: string,
  logGroup: ILogGroup,
  { pattern, value = '1', statistic = 'Sum' }: LogMetricSource,
): Metric {
  return new MetricFilter(scope, metricName, {
    logGroup,
    filterPattern: pattern,
    metricNamespace: Stack.of(scope).stackName,
    metricName,
    metricValue: value,
  }).metric({ statistic, period });
}
