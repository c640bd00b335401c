import type { ScheduledEvent } from 'aws-lambda';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startSchedules } from './run-schedules.ts';

const schedule = { functionArn: 'arn:function', intervalMinutes: 1 };
const clock = { now: () => Date.parse('2026-11-22T12:00:00.123Z') };

it('a schedule invokes its function with the event of EventBridge', async () => {
  const events: ScheduledEvent[] = [];
  const schedules = startSchedules([schedule], {
    clock,
    invoke: async (_, payload) => {
      events.push(JSON.parse(payload));
      return { ok: true, payload: 'null' };
    },
    warn: () => undefined,
    runsOnSchedule: false,
  });
  await schedules.runSchedules();
  await schedules.stop();
  expect(events).toMatchObject([
    {
      source: 'aws.events',
      'detail-type': 'Scheduled Event',
      time: '2026-11-22T12:00:00Z',
    },
  ]);
});

it('schedules warn about a run that fails, and wait for runs when they stop', async () => {
  const warnings: string[] = [];
  const invocation = Promise.withResolvers<void>();
  const schedules = startSchedules([schedule], {
    clock,
    invoke: async () => {
      await invocation.promise;
      return { ok: false, errorType: 'Error', errorMessage: 'no table' };
    },
    warn: (line) => warnings.push(line),
    runsOnSchedule: false,
  });
  const run = schedules.runSchedules();
  const stopped = schedules.stop();
  expect(warnings).toEqual([]);
  invocation.resolve();
  await Promise.all([run, stopped]);
  expect(warnings).toEqual(['A scheduled function failed: no table']);
});

it.each([
  { runsOnSchedule: true, runs: 2 },
  { runsOnSchedule: false, runs: 0 },
])(
  'a schedule that runs on its own ($runsOnSchedule) runs $runs times in two of its intervals',
  async ({ runsOnSchedule, runs }) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let count = 0;
    const schedules = startSchedules([schedule], {
      clock,
      invoke: async () => {
        count += 1;
        return { ok: true, payload: 'null' };
      },
      warn: () => undefined,
      runsOnSchedule,
    });
    vi.advanceTimersByTime(2 * schedule.intervalMinutes * 60_000);
    expect(count).toBe(runs);
    await schedules.stop();
    vi.advanceTimersByTime(schedule.intervalMinutes * 60_000);
    expect(count).toBe(runs);
  },
);
