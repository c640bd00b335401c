import { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { ConsumerQueue } from '../functions/consumer-function.ts';
import type { StreamFunction } from '../functions/stream-function.ts';
import type { HostApi } from '../gateway/host-api.ts';
import type { ImageCdn } from '../images/image-cdn.ts';
import {
  createDistributionMetric,
  createFailureMetric,
  createOriginErrorMetric,
  period,
  type SharedMetrics,
} from './metrics.ts';
import { createOutageMetric } from './provider-metrics.ts';

/** An alarm of a metric, with a description that says what to do. */
export interface AlarmDefinition {
  id: string;
  metric: IMetric;
  threshold: number;
  alarmDescription: string;
  /** How many periods in a row the threshold is reached. Defaults to 3. */
  evaluationPeriods?: number;
  evaluateLowSampleCountPercentile?: 'ignore';
  /** Whether the metric is in us-east-1 only. Alarms cannot use metrics of another region. */
  isUsEast1Only?: true;
}

/** Creates the alarms for what all endpoints share. */
export function createSharedAlarms({
  functionErrors,
  functionThrottles,
  concurrency,
  throttledRequests,
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
      id: 'FunctionThrottles',
      metric: functionThrottles,
      threshold: 10,
      evaluationPeriods: 1,
      alarmDescription:
        'Lambda is rejecting invocations in this account and region, so callers get 5xx errors. ' +
        'Raise the quota of concurrent executions.',
    },
    {
      id: 'Concurrency',
      metric: concurrency,
      threshold: 80,
      alarmDescription:
        'Functions use at least 80% of the concurrent executions of this account and region. ' +
        'Raise the quota before Lambda rejects invocations.',
    },
    {
      id: 'Throttled',
      metric: throttledRequests,
      threshold: 100,
      alarmDescription:
        'API Gateway is throttling requests (429). The access log has the client_id of each ' +
        'request whose token was accepted.',
    },
    {
      id: 'TableThrottled',
      metric: tableThrottled,
      threshold: 1,
      alarmDescription: 'DynamoDB is throttling requests. Look for a hot partition.',
    },
  ];
}

/** Creates the alarms for the errors and the latency of an API. */
export function createApiAlarms(api: HostApi): AlarmDefinition[] {
  return [
    {
      id: `${api.node.id}Errors`,
      metric: api.metricServerError({ statistic: 'Average', period }),
      threshold: 0.01,
      alarmDescription:
        `At least 1% of the responses of the ${api.host} API are 5xx errors. ` +
        'The access log has the paths.',
    },
    {
      id: `${api.node.id}Latency`,
      metric: api.metricLatency({ statistic: 'p99', period }),
      threshold: 5000,
      // Ignores periods with too few requests for a percentile.
      evaluateLowSampleCountPercentile: 'ignore',
      alarmDescription:
        `1% of the responses of the ${api.host} API take at least 5 seconds. ` +
        'The access log has the paths and the latency of function and authorizer.',
    },
  ];
}

/** Creates the alarm for the authorizer, whose failures affect every request with a token. */
export function createAuthorizerAlarm(authorizer: IFunction): AlarmDefinition {
  return {
    id: 'AuthorizerErrors',
    metric: createFailureMetric(authorizer),
    threshold: 1,
    evaluationPeriods: 1,
    alarmDescription:
      'The authorizer is failing or throttled, so requests with a token get 500. ' +
      'The function log has the cause.',
  };
}

/** Creates the alarms for the 5xx responses of the CDN and of its functions. */
export function createCdnAlarms({
  distribution,
  originFunctions,
}: ImageCdn): AlarmDefinition[] {
  return [
    {
      id: 'CdnErrors',
      metric: createDistributionMetric(distribution, '5xxErrorRate'),
      threshold: 1,
      isUsEast1Only: true,
      alarmDescription: 'At least 1% of the responses of the CDN are 5xx errors.',
    },
    {
      id: 'CdnOriginErrors',
      metric: createOriginErrorMetric(originFunctions),
      threshold: 1,
      alarmDescription:
        'Functions of the CDN respond with 5xx errors. The function log has the cause.',
    },
  ];
}

/** Creates the alarms for the function between the table's stream and the queues. */
export function createStreamAlarms(streamFunction: StreamFunction): AlarmDefinition[] {
  return [
    {
      id: 'StreamDelay',
      metric: streamFunction.metric('IteratorAge', { statistic: 'Maximum', period }),
      threshold: Duration.minutes(5).toMilliseconds(),
      alarmDescription:
        'Changes of the table reach the queues of consumers more than five minutes late. ' +
        'The function log has the cause. The table stream keeps changes for 24 hours.',
    },
    {
      id: 'FailedRecords',
      metric: streamFunction.failedRecords.metricApproximateNumberOfMessagesVisible({
        period,
      }),
      threshold: 1,
      evaluationPeriods: 1,
      alarmDescription:
        'A consumer got no message of a change of the table. The function log has the cause. ' +
        'Make the message again with: npm run admin -- dead-letters send-again failed-records.',
    },
  ];
}

/** Creates the alarms for a consumer queue: its dead letters and its delay. */
export function createQueueAlarms({
  node,
  queue,
  deadLetterQueue,
  maxDelay,
}: ConsumerQueue): AlarmDefinition[] {
  return [
    {
      id: `${node.id}DeadLetters`,
      metric: deadLetterQueue.metricApproximateNumberOfMessagesVisible({ period }),
      threshold: 1,
      alarmDescription:
        'Messages reached the dead-letter queue after all retries. ' +
        'The function log has the cause. ' +
        'Send them again with: npm run admin -- dead-letters send-again.',
    },
    {
      id: `${node.id}Age`,
      metric: queue.metricApproximateAgeOfOldestMessage({ period }),
      threshold: maxDelay.toSeconds(),
      alarmDescription:
        'Messages wait longer than several retries take. ' +
        'The consumer is throttled, or all of its messages fail.',
    },
  ];
}

/** Creates the alarm for a provider whose syncs fail for every connection. */
export function createProviderAlarm(scope: Construct, type: string): AlarmDefinition {
  // Converts snake case to Pascal case.
  const name = type.replaceAll(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());
  return {
    id: `Provider${name}`,
    metric: createOutageMetric(scope, type),
    threshold: 1,
    evaluationPeriods: 1,
    alarmDescription:
      `No sync with the provider ${type} succeeded for an hour, and several failed. ` +
      'The sync_failed lines in the function log name the cause in the field code.',
  };
}
