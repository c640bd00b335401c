import type { ScheduledEvent } from 'aws-lambda';
import { awsAccount, awsRegion } from './host/aws-account.ts';
import type { DeliveryDeps } from './queues/queue-polling.ts';
import type { FunctionSchedule } from './template/event-sources.ts';

/** The schedules of a running service. */
export interface Schedules {
  /** Runs all scheduled functions now, and waits for them. */
  runSchedules(): Promise<void>;
  /** Runs all scheduled functions at their intervals from now on, until `stop` is called. */
  startSchedules(): void;
  /** Starts no further run, and waits for the runs in progress. */
  stop(): Promise<void>;
}

/** Prepares the invocations that the rules of EventBridge make. */
export function createSchedules(
  schedules: readonly FunctionSchedule[],
  deps: DeliveryDeps,
): Schedules {
  const inProgress = new Set<Promise<void>>();
  let timers: NodeJS.Timeout[] = [];

  function run(schedule: FunctionSchedule): Promise<void> {
    const invocation = invokeScheduled(schedule, deps).finally(() =>
      inProgress.delete(invocation),
    );
    inProgress.add(invocation);
    return invocation;
  }

  return {
    runSchedules: async () => {
      await Promise.all(schedules.map(run));
    },
    startSchedules: () => {
      timers = schedules.map((schedule) => {
        const intervalMs = schedule.intervalMinutes * 60_000;
        return setInterval(() => void run(schedule), intervalMs).unref();
      });
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(inProgress);
    },
  };
}

async function invokeScheduled(
  { functionArn }: FunctionSchedule,
  { clock, invoke, warn }: DeliveryDeps,
): Promise<void> {
  const event = buildScheduledEvent(new Date(clock.now()));
  const result = await invoke(functionArn, JSON.stringify(event));
  if (!result.ok) warn(`A scheduled function failed: ${result.errorMessage}`);
}

/** Builds the event with which EventBridge invokes a function at a time, in whole seconds. */
export function buildScheduledEvent(at: Date): ScheduledEvent {
  return {
    version: '0',
    id: crypto.randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: awsAccount,
    time: `${at.toISOString().slice(0, 19)}Z`,
    region: awsRegion,
    resources: [],
    detail: {},
  };
}
