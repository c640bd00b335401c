import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  CompositeAlarm,
  type IAlarm,
  MathExpression,
  type Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';

/** The metrics of the objectives: shares of what did not meet them. */
export interface ObjectiveMetrics {
  failedRequests: Metric;
  slowRequests: Metric;
  lateImports: Metric;
}

/** A promise of the service: the share of events that may miss it, within 30 days. */
interface Objective {
  /** In Pascal case. Names the alarm. */
  id: string;
  /** The share of events that miss the objective. */
  metric: Metric;
  /** The share that may miss it. */
  budget: number;
  alarmDescription: string;
}

/** Lists the objectives. docs/alarms.md says why they are what they are. */
export function listObjectives(metrics: ObjectiveMetrics): readonly Objective[] {
  return [
    {
      id: 'Availability',
      metric: metrics.failedRequests,
      budget: 0.001,
      alarmDescription: 'Too many requests get 5xx errors to meet 99.9% in 30 days.',
    },
    {
      id: 'Latency',
      metric: metrics.slowRequests,
      budget: 0.01,
      alarmDescription: 'Too many responses take two seconds to meet 99% in 30 days.',
    },
    {
      id: 'Freshness',
      metric: metrics.lateImports,
      budget: 0.05,
      alarmDescription:
        'Too many workouts are imported over four hours after they ended to meet 95% in 30 days.',
    },
  ];
}

/**
 * A pair of windows, and how many times faster than allowed the budget is used up in both. The long
 * window says that it matters, the short one that it still goes on.
 * Source: The Site Reliability Workbook, chapter 5, table 5-8.
 */
interface BurnRate {
  rate: number;
  long: Duration;
  short: Duration;
}

const burnRates: readonly BurnRate[] = [
  { rate: 14.4, long: Duration.hours(1), short: Duration.minutes(5) },
  { rate: 6, long: Duration.hours(6), short: Duration.minutes(30) },
];

/** The fewest events in a long window that count, because a share of few says nothing. */
const minMissed = 10;

/** The alarm of an objective whose budget is used up too fast. It watches four other alarms. */
export class ObjectiveAlarm extends CompositeAlarm {
  constructor(scope: Construct, { id, metric, budget, alarmDescription }: Objective) {
    const createPart = (
      window: Duration,
      rate: number,
      measured: Metric | MathExpression,
    ) =>
      new Alarm(scope, `${id}${window.toMinutes()}mAlarm`, {
        metric: measured,
        threshold: rate * budget,
        evaluationPeriods: 1,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
    const rules = burnRates.map(({ rate, long, short }) => {
      const parts: IAlarm[] = [
        createPart(long, rate, countOnlyMany(metric, long)),
        createPart(short, rate, metric.with({ period: short })),
      ];
      return AlarmRule.allOf(...parts);
    });
    super(scope, `${id}Alarm`, {
      // The CDK gives composite alarms a name of its own, the same in every stack.
      compositeAlarmName: `${Stack.of(scope).stackName}-${id}`,
      alarmDescription,
      alarmRule: AlarmRule.anyOf(...rules),
    });
  }
}

/** Returns the share in a window, or 0 if too few events missed the objective. */
function countOnlyMany(metric: Metric, period: Duration): MathExpression {
  return new MathExpression({
    expression: `IF(missed >= ${minMissed}, share, 0)`,
    usingMetrics: {
      missed: metric.with({ statistic: 'Sum', period }),
      share: metric.with({ period }),
    },
    period,
  });
}
