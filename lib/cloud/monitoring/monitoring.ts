import { Alarm, Dashboard, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { ConsumerQueue } from '../functions/consumer-queue.ts';
import type { HostApi } from '../gateway/host-api.ts';
import { apiCondition, removalConditions, sharedConditions } from './alarms.ts';
import { graphsOf } from './graphs.ts';
import { type MetricSources, newSharedMetrics } from './metrics.ts';

export interface MonitoringProps extends MetricSources {
  apis: readonly HostApi[];
  removals: readonly ConsumerQueue[];
  /** Where alarms are sent; undefined where they are only shown. */
  alarmTopicArn: string | undefined;
}

/**
 * The few alarms after which somebody has to act, and one page of graphs. Functions are watched together, by the log
 * that they share, so that a new endpoint needs no alarm of its own.
 */
export class Monitoring extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { apis, removals, alarmTopicArn, ...sources }: MonitoringProps,
  ) {
    super(scope, id);
    const metrics = newSharedMetrics(this, sources);
    const action =
      alarmTopicArn && new SnsAction(Topic.fromTopicArn(this, 'AlarmTopic', alarmTopicArn));
    const conditions = [
      ...apis.map(apiCondition),
      ...sharedConditions(metrics),
      ...removals.flatMap(removalConditions),
    ];
    for (const { id, ...condition } of conditions) {
      const alarm = new Alarm(this, `${id}Alarm`, {
        ...condition,
        evaluationPeriods: 3,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
      if (action) alarm.addAlarmAction(action);
    }
    new Dashboard(this, 'Dashboard', { widgets: graphsOf(apis, metrics) });
  }
}
