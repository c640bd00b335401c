import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { RemovalQueue } from '../consumer-queue.ts';
import type { HostApi } from '../host-api.ts';
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
      alarmDescription: 'Functions keep failing. The function log has a line of each failure.',
    },
    {
      id: 'Throttled',
      metric: throttled,
      threshold: 100,
      alarmDescription: 'Many requests are answered 429. The access log names the clients.',
    },
    {
      id: 'TableThrottled',
      metric: tableThrottled,
      threshold: 1,
      alarmDescription: 'The table refuses requests. Look for a partition in great demand.',
    },
  ];
}

/** The state of one API. */
export function apiCondition(api: HostApi): AlarmCondition {
  return {
    id: `${api.node.id}Errors`,
    metric: api.metricServerError({ statistic: 'Average', period }),
    threshold: 0.01,
    alarmDescription: `At least 1% of the answers of the ${api.host} API are 5xx. The access log names the paths.`,
  };
}

/** The states of the way on which removed items come to a function. */
export function removalConditions({ node, givenUp, pipe }: RemovalQueue): AlarmCondition[] {
  return [
    {
      id: `${node.id}GivenUp`,
      metric: givenUp.metricApproximateNumberOfMessagesVisible({ period }),
      threshold: 1,
      alarmDescription:
        'Something was tried in vain until its time was over. The function log says why; the messages lie in the queue.',
    },
    {
      id: `${node.id}Pipe`,
      metric: failuresOf(pipe),
      threshold: 1,
      alarmDescription:
        'Removed items do not reach their queue. The stream of the table keeps them for a day.',
    },
  ];
}
