import { Alarm, Dashboard, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { ConsumerQueue } from '../functions/consumer-queue.ts';
import type { HostApi } from '../gateway/host-api.ts';
import { createApiAlarm, createQueueAlarms, createSharedAlarms } from './alarms.ts';
import { createGraphs } from './graphs.ts';
import { createSharedMetrics, type MetricSources } from './metrics.ts';

export interface MonitoringProps extends MetricSources {
  apis: readonly HostApi[];
  queues: readonly ConsumerQueue[];
  /** The SNS topic for alarms. If undefined, alarms only show in the console. */
  alarmTopicArn: string | undefined;
}

/**
 * Alarms that require action, and a dashboard. All functions share one log and one alarm, so a new
 * endpoint needs no new alarm.
 */
export class Monitoring extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { apis, queues, alarmTopicArn, ...sources }: MonitoringProps,
  ) {
    super(scope, id);
    const metrics = createSharedMetrics(this, sources);
    const action = alarmTopicArn ? this.#createAction(alarmTopicArn) : undefined;
    const alarms = [
      ...apis.map(createApiAlarm),
      ...createSharedAlarms(metrics),
      ...queues.flatMap(createQueueAlarms),
    ];
    for (const { id, ...properties } of alarms) {
      const alarm = new Alarm(this, `${id}Alarm`, {
        ...properties,
        evaluationPeriods: 3,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
      if (action) alarm.addAlarmAction(action);
    }
    new Dashboard(this, 'Dashboard', { widgets: createGraphs(apis, metrics) });
  }

  #createAction(alarmTopicArn: string): SnsAction {
    return new SnsAction(Topic.fromTopicArn(this, 'AlarmTopic', alarmTopicArn));
  }
}
