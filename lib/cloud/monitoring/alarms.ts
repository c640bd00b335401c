import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ConsumerQueue } from '../functions/consumer-queue.ts';
import type { HostApi } from '../gateway/host-api.ts';
import { createFailureMetric, period, type SharedMetrics } from './metrics.ts';

/** An alarm of a metric, with a description that says what to do. */
export interface AlarmDefinition {
  id: string;
  metric: IMetric;
  threshold: number;
  alarmDescription: string;
}

/** Creates the alarms for all endpoints together. */
export function createSharedAlarms({
  functionErrors,
  throttled,
  tableThrottled,
}: SharedMetrics): AlarmDefinition[] {
  return [
    {
      id: 'FunctionErrors',
      metric: functionErrors,
      threshold: 1,
      alarmDescription:
        'Functions are failing. The function log has an entry for each failure.',
    },
    {
      id: 'Throttled',
      metric: throttled,
      threshold: 100,
      alarmDescription:
        'API Gateway is throttling requests (429). The access log has the clients.',
    },
    {
      id: 'TableThrottled',
      metric: tableThrottled,
      threshold: 1,
      alarmDescription: 'DynamoDB is throttling requests. Look for a hot partition.',
    },
  ];
}

/** Creates the alarm for the errors of an API. */
export function createApiAlarm(api: HostApi): AlarmDefinition {
  return {
    id: `${api.node.id}Errors`,
    metric: api.metricServerError({ statistic: 'Average', period }),
    threshold: 0.01,
    alarmDescription:
      `At least 1% of the responses of the ${api.host} API are 5xx errors. ` +
      'The access log has the paths.',
  };
}

/** Creates the alarms for a consumer queue: its dead-letter queue and its pipe. */
export function createQueueAlarms({
  node,
  deadLetterQueue,
  pipe,
}: ConsumerQueue): AlarmDefinition[] {
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
      metric: createFailureMetric(pipe),
      threshold: 1,
      alarmDescription:
        'EventBridge Pipes cannot deliver deleted items to the queue. ' +
        'The table stream keeps them for 24 hours.',
    },
  ];
}
