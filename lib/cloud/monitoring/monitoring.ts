import { Aws, CfnCondition, Fn } from 'aws-cdk-lib';
import {
  Alarm,
  type CfnAlarm,
  Dashboard,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Settings } from '../base/settings.ts';
import type { ConsumerQueue } from '../functions/consumer-function.ts';
import type { StreamFunction } from '../functions/stream-function.ts';
import type { HostApi } from '../gateway/host-api.ts';
import type { ImageCdn } from '../images/image-cdn.ts';
import { type AlarmDefinition, listAlarms } from './alarms.ts';
import { createGraphs } from './graphs.ts';
import { createSharedMetrics, type MetricSources } from './metrics.ts';
import { listObjectives, ObjectiveAlarm } from './objectives.ts';
import { createLateImportMetric, createProviderMetrics } from './provider-metrics.ts';
import { createWebhookMetrics } from './webhook-metrics.ts';

export interface MonitoringProps extends MetricSources {
  apis: readonly HostApi[];
  authorizer: IFunction;
  cdn: ImageCdn;
  streamFunction: StreamFunction;
  queues: readonly ConsumerQueue[];
  settings: Pick<Settings, 'alarmTopicArn' | 'canaryMinutes'>;
}

/**
 * Alarms that require action, and a dashboard. All functions share one log, and the endpoints of an
 * API share its alarms, so a new endpoint needs no new alarm.
 */
export class Monitoring extends Construct {
  /** The ARNs of the alarms that undo a deployment, at most five. */
  readonly rollbackAlarmArns: readonly string[];

  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const { alarmTopicArn } = props.settings;
    const metrics = {
      ...createSharedMetrics(this, props),
      ...createWebhookMetrics(this, props.functionLog),
      lateImports: createLateImportMetric(this, props.functionLog),
    };
    createProviderMetrics(this, props.functionLog);
    const action = alarmTopicArn ? this.#createAction(alarmTopicArn) : undefined;

    const rollbackAlarms: Alarm[] = [];
    for (const { undoesDeployment, ...definition } of listAlarms(this, props, metrics)) {
      const alarm = this.#createAlarm(definition);
      if (action) alarm.addAlarmAction(action);
      if (undoesDeployment) rollbackAlarms.push(alarm);
    }
    // Without a topic, alarms only show in the console.
    for (const objective of listObjectives(metrics)) {
      const alarm = new ObjectiveAlarm(this, objective);
      if (action) alarm.addAlarmAction(action);
    }
    this.rollbackAlarmArns = rollbackAlarms.map(({ alarmArn }) => alarmArn);

    new Dashboard(this, 'Dashboard', { widgets: createGraphs(this, props, metrics) });
  }

  #createAlarm({ id, isUsEast1Only, isExpected, ...others }: AlarmDefinition): Alarm {
    const missing = isExpected
      ? TreatMissingData.BREACHING
      : TreatMissingData.NOT_BREACHING;
    const alarm = new Alarm(this, `${id}Alarm`, {
      evaluationPeriods: 3,
      ...others,
      treatMissingData: missing,
    });
    if (isUsEast1Only) {
      const expression = Fn.conditionEquals(Aws.REGION, 'us-east-1');
      const condition = new CfnCondition(this, `Has${id}`, { expression });
      (alarm.node.defaultChild as CfnAlarm).cfnOptions.condition = condition;
    }
    return alarm;
  }

  #createAction(alarmTopicArn: string): SnsAction {
    return new SnsAction(Topic.fromTopicArn(this, 'AlarmTopic', alarmTopicArn));
  }
}
