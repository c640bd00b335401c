import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { InvocationResult } from '../functions/invocation.ts';
import { openMessageQueues } from './message-queues.ts';
import { createQueuePolling } from './queue-polling.ts';

const source = {
  queue: 'Queue',
  visibilityTimeout: 900,
  deadLetterQueue: 'DeadLetters',
  maxReceiveCount: 96,
  functionArn: 'arn',
};

const success: InvocationResult = { ok: true, payload: '{"batchItemFailures":[]}' };

/** Polls a queue. `events` has what its function received. The function succeeds by default. */
function createPolling(invoke = async () => success) {
  const queues = openMessageQueues(undefined);
  const events: string[] = [];
  let time = 0;
  const deps = {
    clock: { now: () => time },
    isUnavailable: () => false,
    warn: () => undefined,
    invoke: async (_: string, payload: string) => {
      events.push(payload);
      return invoke();
    },
  };
  return {
    ...createQueuePolling([source], queues, deps),
    events,
    send: () => queues.send([{ queue: 'Queue', body: 'body' }]),
    setTime: (seconds: number) => {
      time = seconds * 1000;
    },
  };
}

it('drainQueues delivers a message once', async () => {
  const { stop, events, drainQueues, send } = createPolling();
  send();
  await drainQueues();
  await drainQueues();
  expect(events).toHaveLength(1);
  await stop();
});

it('drainQueues waits for deliveries that an earlier call started', async () => {
  const result = Promise.withResolvers<InvocationResult>();
  const { stop, events, drainQueues, send } = createPolling(() => result.promise);
  send();
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

it('messages are delivered at once after the start, and again when they become visible', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const failure = { ok: false, errorType: 'Error', errorMessage: '' } as const;
  const { stop, start, events, send, setTime } = createPolling(async () => failure);
  send();
  await vi.advanceTimersByTimeAsync(5000);
  expect(events).toEqual([]);

  start();
  send();
  await setImmediate();
  expect(events).toHaveLength(2);
  setTime(900);
  await vi.advanceTimersByTimeAsync(1000);
  expect(events).toHaveLength(4);
  await stop();
});

it('no delivery starts after polling has stopped', async () => {
  const { stop, events, drainQueues, send } = createPolling();
  await stop();
  send();
  await drainQueues();
  expect(events).toEqual([]);
});
