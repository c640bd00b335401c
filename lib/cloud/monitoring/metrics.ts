import { Duration, Stack } from 'aws-cdk-lib';
import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Operation, type Table } from 'aws-cdk-lib/aws-dynamodb';
import {
  FilterPattern,
  type IFilterPattern,
  type ILogGroup,
  MetricFilter,
} from 'aws-cdk-lib/aws-logs';
import type { CfnPipe } from 'aws-cdk-lib/aws-pipes';
import type { Construct } from 'constructs';

/** Over which time everything is counted. */
export const period = Duration.minutes(5);

/** What alarms and graphs share. */
export interface SharedMetrics {
  /** Lines of the function log that tell of a failure. */
  functionErrors: IMetric;
  /** Requests that were answered 429. */
  throttled: IMetric;
  /** What the table refused. */
  tableThrottled: IMetric;
}

/** Where the shared metrics come from. */
export interface MetricSources {
  table: Table;
  functionLog: ILogGroup;
  accessLog: ILogGroup;
}

/** An error that a function did not foresee, or one that its process did not survive. */
const functionFailed = FilterPattern.any(
  FilterPattern.stringValue('$.level', '=', 'error'),
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

/** Makes the metrics of the two logs, and names that of the table. */
export function newSharedMetrics(
  scope: Construct,
  { table, functionLog, accessLog }: MetricSources,
): SharedMetrics {
  return {
    functionErrors: countLines(scope, 'FunctionErrors', functionLog, functionFailed),
    throttled: countLines(scope, 'ThrottledRequests', accessLog, requestThrottled),
    tableThrottled: table.metricThrottledRequestsForOperations({
      operations: tableOperations,
      period,
    }),
  };
}

/** How often a pipe could not hand over what it read. */
export function failuresOf({ ref }: CfnPipe): IMetric {
  return new Metric({
    namespace: 'AWS/EventBridge/Pipes',
    metricName: 'ExecutionFailed',
    dimensionsMap: { PipeName: ref },
    statistic: 'Sum',
    period,
  });
}

/** The number of lines of a log that match a pattern. */
function countLines(
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
