import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { createLogMetric } from './metrics.ts';

const { all, exists, stringValue } = FilterPattern;

const hasEvent = (event: string) => stringValue('$.event', '=', event);
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
  return new MathExpression({
    expression: `IF(FILL(failed, 0) >= ${minFailures} AND FILL(succeeded, 0) < 1, 1, 0)`,
    label: 'All deliveries fail',
    usingMetrics: { failed: deliveriesFailed, succeeded: deliveriesSucceeded },
    period: Duration.hours(1),
  });
}
