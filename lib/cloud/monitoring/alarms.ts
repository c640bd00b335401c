import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ConsumerQueue } from '../functions/consumer-queue.ts';
import type { HostApi } from '../gateway/host-api.ts';
import { failuresOf, period, type SharedMetrics } from './metrics.ts';

/** A state in which somebody has to act: a metric that has been at its threshold for a while, and what to do. */
export interface AlarmCondition {
  id: string;
  metric: IMetric;
  threshold: number;
  alarmDescription: string;
}

/** The states of what all requests share. */
export function sharedConditions({
  functionErrors,
  throttled,
  tableThrottled,
}: SharedMetrics): AlarmCondition[] {
  return [
    {
      id: 'FunctionErrors',
      metric: functionErrors,
      threshold: 1,
      alarmDescription: 'Functions are failing. The function log has an entry for each failure.',
    },
    {
      id: 'Throttled',
      metric: throttled,
      threshold: 100,
      alarmDescription: 'API Gateway is throttling requests (429). The access log has the clients.',
    },
    {
      id: 'TableThrottled',
      metric: tableThrottled,
      threshold: 1,
      alarmDescription: 'DynamoDB is throttling requests. Look for a hot partition.',
    },
  ];
}

/** The state of one API. */
export function apiCondition(api: HostApi): AlarmCondition {
  return {
    id: `${api.node.id}Errors`,
    metric: api.metricServerError({ statistic: 'Average', period }),
    threshold: 0.01,
    alarmDescription: `At least 1% of the responses of the ${api.host} API are 5xx errors. The access log has the paths.`,
  };
}

/** The states of the way on which removed items come to a function. */
export function removalConditions({
  node,
  deadLetterQueue,
  pipe,
}: ConsumerQueue): AlarmCondition[] {
  return [
    {
      id: `${node.id}GivenUp`,
      metric: deadLetterQueue.metricApproximateNumberOfMessagesVisible({ period }),
      threshold: 1,
      alarmDescription:
        'Messages reached the dead-letter queue after all retries. The function log has the cause.',
    },
    {
      id: `${node.id}Pipe`,
      metric: failuresOf(pipe),
      threshold: 1,
      alarmDescription:
        'EventBridge Pipes cannot deliver deleted items to the queue. The table stream keeps them for 24 hours.',
    },
  ];
}
