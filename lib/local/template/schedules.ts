import type { ResolvedResource, Stack } from './stack.ts';

/** A function that runs at fixed intervals. */
export interface FunctionSchedule {
  functionArn: string;
  intervalMinutes: number;
}

interface RuleProperties {
  ScheduleExpression?: string;
  EventPattern?: object;
  Targets: { Arn: string }[];
}

/**
 * Reads the schedules of the stack: the rules without an event pattern. Throws unless each rule
 * runs one function at a rate in minutes.
 */
export function readSchedules(stack: Stack): FunctionSchedule[] {
  const rules = stack.listResources<RuleProperties>('AWS::Events::Rule');
  const schedules = rules.filter(({ properties }) => !properties.EventPattern);
  return schedules.map(readSchedule);
}

function readSchedule({
  logicalId,
  properties: { ScheduleExpression, Targets },
}: ResolvedResource<RuleProperties>): FunctionSchedule {
  const [, minutes] = /^rate\((\d+) minutes?\)$/.exec(ScheduleExpression ?? '') ?? [];
  const [target] = Targets;
  if (!minutes || !target || Targets.length > 1) {
    throw new Error(
      `The local runner does not support the rule ${logicalId}: a rule must run one function ` +
        'at a rate in minutes.',
    );
  }
  return { functionArn: target.Arn, intervalMinutes: Number(minutes) };
}
