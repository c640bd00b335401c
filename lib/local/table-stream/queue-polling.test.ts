import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import type { InvocationResult } from '../functions/invocation.ts';
import type { StreamRecord } from '../table-writes/stream-record.ts';
import type { StreamRoute } from '../template/stream-routes.ts';
import { openMessageQueues } from './message-queues.ts';
import { startQueuePolling } from './queue-polling.ts';
import { routeToQueues } from './route-to-queues.ts';

const pattern = { dynamodb: { Keys: { sk: { S: [{ prefix: 'A#' }] } } } };

const route: StreamRoute = {
  queue: 'Queue',
  table: 'Table',
  filters: [{ eventName: ['REMOVE'] }],
  pattern,
  visibilityTimeout: 900,
  deadLetterQueue: 'DeadLetters',
  maxReceiveCount: 96,
  functionArn: 'arn',
};

function buildRecord(sk: string): StreamRecord {
  const Keys = { pk: { S: 'pk' }, sk: { S: sk } };
  return { eventName: 'REMOVE', dynamodb: { Keys, OldImage: Keys } };
}

const success: InvocationResult = { ok: true, payload: '{"batchItemFailures":[]}' };

interface PollingOptions {
  /** Invokes the function. Succeeds by default. */
  invoke?: () => Promise<InvocationResult>;
  /** Returns the time of the clock, which is stopped by default. */
  now?: () => number;
  /** Keeps the queues. Defaults to queues in memory. */
  directory?: string;
}

/** Polls the queue of one route. `events` has what the function received. */
function startPolling({
  invoke = async () => success,
  now = () => 0,
  directory,
}: PollingOptions = {}) {
  const queues = openMessageQueues(directory);
  const events: string[] = [];
  const deps = {
    clock: { now },
    isUnavailable: () => false,
    warn: () => undefined,
    invoke: async (_: string, payload: string) => {
      events.push(payload);
      return invoke();
    },
  };
  const polling = startQueuePolling([route], queues, deps);
  return { ...polling, events, ...routeToQueues(queues, [route]) };
}

it('polling delivers the record of a deleted item once', async () => {
  const { stop, events, drainQueues, onRecord } = startPolling();
  await onRecord('Table', buildRecord('A#1'));
  await drainQueues();
  await drainQueues();
  expect(events).toHaveLength(1);
  await stop();
});

it('drainQueues waits for deliveries that an earlier call started', async () => {
  const result = Promise.withResolvers<InvocationResult>();
  const { stop, events, drainQueues, onRecord } = startPolling({
    invoke: () => result.promise,
  });
  await onRecord('Table', buildRecord('A#1'));
  const first = drainQueues();
  let isDrained = false;
  const second = drainQueues().then(() => {
    isDrained = true;
  });
  await setImmediate();
  expect([isDrained, events.length]).toEqual([false, 1]);
  result.resolve(success);
  await Promise.all([first, second]);
  await stop();
});

it('a route expects records by their key alone if the rule names no event', () => {
  const { expects } = routeToQueues(openMessageQueues(undefined), [route]);
  expect(expects('Table', buildRecord('A#1'))).toBe(true);
  expect(expects('Table', buildRecord('B#1'))).toBe(false);
});

it('polling delivers no record that a filter or the rule excludes, or of another table', async () => {
  const { stop, events, drainQueues, onRecord } = startPolling();
  await onRecord('Table', buildRecord('B#1'));
  await onRecord('Table', { ...buildRecord('A#1'), eventName: 'INSERT' });
  await onRecord('Other', buildRecord('A#1'));
  await drainQueues();
  expect(events).toEqual([]);
  await stop();
});

it('the record of a write that ends after polling has stopped is kept for the next start', async () => {
  const folder = createTemporaryFolder();
  const { stop, events, drainQueues, onRecord } = startPolling({
    directory: folder,
  });
  await stop();
  await onRecord('Table', buildRecord('A#1'));
  await drainQueues();
  expect(events).toEqual([]);
  expect(openMessageQueues(folder).list('Queue')).toHaveLength(1);
});

it('queues are polled every second unless the clock is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let time = 0;
  const { stop, events, onRecord } = startPolling({ now: () => time });
  await onRecord('Table', buildRecord('A#1'));
  await vi.advanceTimersByTimeAsync(5000);
  expect(events).toEqual([]);

  time = 1;
  await vi.advanceTimersByTimeAsync(1000);
  expect(events).toHaveLength(1);
  await stop();
});
