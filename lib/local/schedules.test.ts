import type { ScheduledEvent } from 'aws-lambda';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createSchedules } from './schedules.ts';

const schedule = { functionArn: 'arn:function', intervalMinutes: 1 };
const clock = { now: () => Date.parse('2026-11-22T12:00:00.123Z') };

it('a schedule invokes its function with the event of EventBridge', async () => {
  const events: ScheduledEvent[] = [];
  const schedules = createSchedules([schedule], {
    clock,
    invoke: async (_, payload) => {
      events.push(JSON.parse(payload));
      return { ok: true, payload: 'null' };
    },
    warn: () => undefined,
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
  const schedules = createSchedules([schedule], {
    clock,
    invoke: async () => {
      await invocation.promise;
      return { ok: false, errorType: 'Error', errorMessage: 'no table' };
    },
    warn: (line) => warnings.push(line),
  });
  const run = schedules.runSchedules();
  const stopped = schedules.stop();
  expect(warnings).toEqual([]);
  invocation.resolve();
  await Promise.all([run, stopped]);
  expect(warnings).toEqual(['A scheduled function failed: no table']);
});

it('schedules run at their intervals from their start until they are stopped', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let count = 0;
  const schedules = createSchedules([schedule], {
    clock,
    invoke: async () => {
      count += 1;
      return { ok: true, payload: 'null' };
    },
    warn: () => undefined,
  });
  const twoIntervalsMs = 2 * schedule.intervalMinutes * 60_000;
  vi.advanceTimersByTime(twoIntervalsMs);
  expect(count).toBe(0);
  schedules.startSchedules();
  vi.advanceTimersByTime(twoIntervalsMs);
  expect(count).toBe(2);
  await schedules.stop();
  vi.advanceTimersByTime(twoIntervalsMs);
  expect(count).toBe(2);
});
