import { Duration, Stack } from 'aws-cdk-lib';
import { ComparisonOperator, type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { remoteConnectionTypes } from '#shared/reference-data/remote-connection-types.data.ts';
import { toPascalCase } from '../../pascal-case.ts';
import type { ConsumerQueue } from '../functions/consumer-function.ts';
import type { HostApi } from '../gateway/host-api.ts';
import {
  createDistributionMetric,
  createFailureMetric,
  createOriginErrorMetric,
  createReleaseMetric,
  period,
  type SharedMetrics,
} from './metrics.ts';
import type { MonitoringProps } from './monitoring.ts';
import { createProviderOutageMetric } from './provider-metrics.ts';
import { createDeliveryOutageMetric, type WebhookMetrics } from './webhook-metrics.ts';

/** An alarm of a metric, with a description that says what to do. */
export interface AlarmDefinition {
  id: string;
  metric: IMetric;
  threshold: number;
  alarmDescription: string;
  /** The number of successive periods beyond the threshold. Defaults to 3. */
  evaluationPeriods?: number;
  /** As many of the periods suffice. Defaults to all. */
  datapointsToAlarm?: number;
  evaluateLowSampleCountPercentile?: 'ignore';
  comparisonOperator?: ComparisonOperator;
  /** Whether missing data are a failure. */
  isExpected?: true;
  /** Whether the alarm undoes a deployment (decision 0067). */
  undoesDeployment?: true;
  /** Whether the metric is in us-east-1 only. Alarms cannot use metrics of another region. */
  isUsEast1Only?: true;
}

/** The providers with syncs. */
const importableTypes = remoteConnectionTypes.filter(({ importable }) => importable);

/** Lists the alarms of the service. */
export function listAlarms(
  scope: Construct,
  { apis, authorizer, cdn, streamFunction, queues, settings }: MonitoringProps,
  metrics: SharedMetrics & WebhookMetrics,
): AlarmDefinition[] {
  return [
    ...apis.flatMap(listApiAlarms),
    {
      id: 'Release',
      metric: createReleaseMetric(metrics),
      threshold: 1,
      datapointsToAlarm: 2,
      undoesDeployment: true,
      alarmDescription:
        'At least 5% of all requests get 5xx errors, or functions fail five times a minute. ' +
        'A deployment of the last 15 minutes is undone.',
    },
    {
      id: 'FunctionErrors',
      metric: metrics.functionErrors,
      threshold: 1,
      alarmDescription:
        'Functions are failing. The function log has an entry for each failure.',
    },
    {
      id: 'FunctionThrottles',
      metric: metrics.functionThrottles,
      threshold: 10,
      evaluationPeriods: 1,
      alarmDescription:
        'Lambda is rejecting invocations in this account and region, so callers get 5xx errors. ' +
        'Raise the quota of concurrent executions.',
    },
    {
      id: 'Concurrency',
      metric: metrics.concurrency,
      threshold: 80,
      alarmDescription:
        'Functions use at least 80% of the concurrent executions of this account and region. ' +
        'Raise the quota before Lambda rejects invocations.',
    },
    {
      id: 'Throttled',
      metric: metrics.throttledRequests,
      threshold: 100,
      alarmDescription:
        'API Gateway is throttling requests (429). The access log has the client_id of each ' +
        'request whose token was accepted.',
    },
    {
      id: 'TableThrottled',
      metric: metrics.tableThrottled,
      threshold: 1,
      alarmDescription: 'DynamoDB is throttling requests. Look for a hot partition.',
    },
    {
      id: 'UncountedRequests',
      metric: metrics.uncountedRequests,
      threshold: 10,
      evaluationPeriods: 1,
      alarmDescription:
        'Requests go on without being counted against limits, because the table did not count ' +
        'them. The use_not_counted lines in the function log have the cause and the client_id.',
    },
    {
      id: 'AuthorizerErrors',
      metric: createFailureMetric(authorizer),
      threshold: 1,
      evaluationPeriods: 1,
      alarmDescription:
        'The authorizer is failing or throttled, so requests with a token get 500. ' +
        'The function log has the cause.',
    },
    {
      id: 'CdnErrors',
      metric: createDistributionMetric(cdn.distribution, '5xxErrorRate'),
      threshold: 1,
      isUsEast1Only: true,
      alarmDescription: 'At least 1% of the responses of the CDN are 5xx errors.',
    },
    {
      id: 'CdnOriginErrors',
      metric: createOriginErrorMetric(cdn.originFunctions),
      threshold: 1,
      alarmDescription:
        'Functions of the CDN respond with 5xx errors. The function log has the cause.',
    },
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
    ...(settings.canaryMinutes ? [getCanaryAlarm(scope, settings.canaryMinutes)] : []),
    ...queues.flatMap(listQueueAlarms),
    {
      id: 'AddressesBlocked',
      metric: metrics.addressesBlocked,
      threshold: 10,
      evaluationPeriods: 1,
      alarmDescription:
        'Mail to at least ten addresses came back, or their owners complained. Too much of that ' +
        'ends the sending. See: npm run admin -- mail blocked.',
    },
    ...listWebhookAlarms(metrics),
    ...importableTypes.map(({ type }) => ({
      id: `Provider${toPascalCase(type)}`,
      metric: createProviderOutageMetric(scope, type),
      threshold: 1,
      evaluationPeriods: 1,
      alarmDescription:
        `No sync with the provider ${type} succeeded for an hour, and several failed. ` +
        'The sync_failed lines in the function log name the cause in the field code.',
    })),
  ];
}

/** Returns the alarm that expects the heartbeat of a scheduled smoke test. */
function getCanaryAlarm(scope: Construct, minutes: number): AlarmDefinition {
  return {
    id: 'Canary',
    metric: new Metric({
      namespace: Stack.of(scope).stackName,
      metricName: 'SmokeTestPassed',
      statistic: 'Sum',
      period: Duration.minutes(minutes),
    }),
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    threshold: 1,
    evaluationPeriods: 2,
    isExpected: true,
    alarmDescription:
      'No smoke test has passed for two intervals: the service fails, or the schedule does.',
  };
}

function listWebhookAlarms(metrics: WebhookMetrics): AlarmDefinition[] {
  return [
    {
      id: 'EventDelay',
      metric: metrics.eventDelay,
      threshold: Duration.minutes(5).toSeconds(),
      alarmDescription:
        'Events are sent to webhooks more than five minutes late. The alarms StreamDelay and ' +
        'WebhooksAge say where they wait.',
    },
    {
      id: 'DeliveryOutage',
      metric: createDeliveryOutageMetric(metrics),
      threshold: 1,
      evaluationPeriods: 1,
      alarmDescription:
        'No delivery to a webhook succeeded for an hour, and several failed. ' +
        'The webhook_tried lines in the function log have the outcome in the field code.',
    },
    {
      id: 'ReceiverDisabled',
      metric: metrics.receiversDisabled,
      threshold: 1,
      evaluationPeriods: 1,
      alarmDescription:
        'A webhook is disabled, because its receiver failed for five days. ' +
        'Tell its developer. See: npm run admin -- webhook list.',
    },
  ];
}

function listApiAlarms(api: HostApi): AlarmDefinition[] {
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

function listQueueAlarms(consumer: ConsumerQueue): AlarmDefinition[] {
  return [
    {
      id: `${consumer.node.id}DeadLetters`,
      metric: consumer.deadLetterQueue.metricApproximateNumberOfMessagesVisible({
        period,
      }),
      threshold: 1,
      alarmDescription:
        'Messages reached the dead-letter queue after all retries. ' +
        'The function log has the cause. ' +
        'Send them again with: npm run admin -- dead-letters send-again.',
    },
    {
      id: `${consumer.node.id}Age`,
      metric: consumer.queue.metricApproximateAgeOfOldestMessage({ period }),
      threshold: consumer.maxDelay.toSeconds(),
      alarmDescription:
        'Messages wait longer than several retries take. ' +
        'The consumer is throttled, or all of its messages fail.',
    },
  ];
}
