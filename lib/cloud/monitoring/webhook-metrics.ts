import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { createLogMetric, createOutageMetric, hasEvent } from './metrics.ts';

const { all, exists, stringValue } = FilterPattern;

const isTry = hasEvent('webhook_tried');

/** The metrics of webhooks. */
export type WebhookMetrics = ReturnType<typeof createWebhookMetrics>;

/** Creates the metrics of webhooks, which CloudWatch reads from the log lines of deliveries. */
export function createWebhookMetrics(scope: Construct, functionLog: ILogGroup) {
  return {
    /** Seconds from an event until it was sent, or left to a worker or a later try. */
    eventDelay: createLogMetric(scope, 'EventDelay', functionLog, {
      pattern: all(hasEvent('events_sent'), exists('$.delay_s')),
      value: '$.delay_s',
      statistic: 'Maximum',
    }),
    deliveriesSucceeded: createLogMetric(scope, 'DeliveriesSucceeded', functionLog, {
      pattern: all(isTry, stringValue('$.code', '=', 'success')),
    }),
    deliveriesFailed: createLogMetric(scope, 'DeliveriesFailed', functionLog, {
      pattern: all(isTry, stringValue('$.code', '!=', 'success')),
    }),
    /** Webhooks that were disabled because deliveries failed for days. */
    receiversDisabled: createLogMetric(scope, 'ReceiversDisabled', functionLog, {
      pattern: all(hasEvent('webhook_disabled'), stringValue('$.code', '=', 'failing')),
    }),
  };
}

/** All receivers count as failing if as many deliveries fail in an hour and none succeeds. */
const minFailures = 10;

/** Creates the metric that is 1 in an hour in which no delivery succeeded and several failed. */
export function createDeliveryOutageMetric({
  deliveriesSucceeded,
  deliveriesFailed,
}: WebhookMetrics): IMetric {
  return createOutageMetric('All deliveries fail', minFailures, {
    failed: deliveriesFailed,
    succeeded: deliveriesSucceeded,
  });
}
