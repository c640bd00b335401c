import { Stack } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { type ITable, Operation } from 'aws-cdk-lib/aws-dynamodb';
import {
  FilterPattern,
  type IFilterPattern,
  type ILogGroup,
  MetricFilter,
} from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { createConcurrencyMetric, createThrottleMetric } from './function-metrics.ts';
import { period } from './period.ts';

/** The metrics that alarms and graphs share. */
export interface SharedMetrics {
  /** Failures in the function log. */
  functionErrors: IMetric;
  /** Invocations that Lambda throttled, in the whole account and region. */
  functionThrottles: IMetric;
  /** Concurrent executions in percent of the quota. */
  concurrency: IMetric;
  /** Requests with a 429 response. */
  throttledRequests: IMetric;
  /** Requests that DynamoDB throttled. */
  tableThrottled: IMetric;
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
const requestThrottled = FilterPattern.numberValue('$.status', '=', 429);

const tableOperations = [
  Operation.GET_ITEM,
  Operation.QUERY,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.DELETE_ITEM,
];

/** Creates the metrics of the two logs and of the table. */
export function createSharedMetrics(
  scope: Construct,
  { table, functionLog, accessLog }: MetricSources,
): SharedMetrics {
  return {
    functionErrors: createLogMetric(scope, 'FunctionErrors', functionLog, functionFailed),
    functionThrottles: createThrottleMetric(),
    concurrency: createConcurrencyMetric(),
    throttledRequests: createLogMetric(
      scope,
      'ThrottledRequests',
      accessLog,
      requestThrottled,
    ),
    tableThrottled: table.metricThrottledRequestsForOperations({
      operations: tableOperations,
      period,
    }),
  };
}

/** Creates a metric that counts the lines of a log that match a pattern. */
function createLogMetric(
  scope: Construct,
  metricName: string,
  logGroup: ILogGroup,
  filterPattern: IFilterPattern,
): IMetric {
  return new MetricFilter(scope, metricName, {
    logGroup,
    filterPattern,
    metricNamespace: Stack.of(scope).stackName,
    metricName,
    metricValue: '1',
  }).metric({ statistic: 'Sum', period });
}
