import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import type { InvocationResult } from '../functions/invocation.ts';
import { maxInstancesOfFunction } from '../functions/pool.ts';
import { gracePeriodMs } from '../host/listen.ts';
import { type MessageQueues, openMessageQueues } from './message-queues.ts';
import { createQueuePolling, deliverBatch } from './queue-polling.ts';

const source = {
  queue: 'Queue',
  deadLetterQueue: 'DeadLetters',
  visibilityTimeout: 900,
  maxReceiveCount: 3,
  batchSize: 1,
  functionArn: 'arn',
};

const success: InvocationResult = { ok: true, payload: '{"batchItemFailures":[]}' };
const crash: InvocationResult = {
  ok: false,
  errorType: 'Error',
  errorMessage: 'out of memory',
};
const toFailures = (...ids: string[]): InvocationResult => ({
  ok: true,
  payload: JSON.stringify({
    batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
  }),
});
/** The result that names no message of the batch, after which all are delivered again. */
const batchFailure = toFailures('id');

/**
 * Sends one message. `deliverAt` delivers it at a time, if it is visible then, to a function with
 * the given result.
 */
function sendMessage(queues: MessageQueues = openMessageQueues(undefined)) {
  const warnings: string[] = [];
  queues.send([{ queue: 'Queue', body: 'body' }]);

  const deliverAt = async (seconds: number, result: InvocationResult) => {
    const clock = { now: () => seconds * 1000 };
    const deps = {
      clock,
      invoke: async () => result,
      warn: (line: string) => void warnings.push(line),
    };
    for (const message of queues.listVisible('Queue', clock.now()))
      await deliverBatch([message], source, queues, deps);
  };

  /** Lists how many times each message of the queue was received. */
  const listReceives = () => {
    const messages = queues.listVisible('Queue', Number.POSITIVE_INFINITY);
    return messages.map(({ receives }) => receives);
  };
  return { warnings, deliverAt, listReceives };
}

it('a delivery deletes a message that the function processed', async () => {
  const { warnings, deliverAt, listReceives } = sendMessage();
  await deliverAt(0, success);
  expect([listReceives(), warnings]).toEqual([[], []]);
});

it('a failed delivery is retried after the visibility timeout, and warns after the last attempt', async () => {
  const { warnings, deliverAt, listReceives } = sendMessage();
  await deliverAt(0, batchFailure);
  await deliverAt(899, batchFailure);
  expect(listReceives()).toEqual([1]);
  await deliverAt(900, crash);
  expect([listReceives(), warnings]).toEqual([[2], []]);
  await deliverAt(1800, batchFailure);
  expect(listReceives()).toEqual([]);
  expect(warnings).toEqual([
    'Queue: moved a message to the dead-letter queue after 3 failed attempts. ' +
      'See npm run admin -- dead-letters list.',
  ]);
});

it('a message stays in the dead-letter queue for 14 days', async () => {
  const folder = createTemporaryFolder();
  const { deliverAt } = sendMessage(openMessageQueues(folder));
  for (const seconds of [0, 900, 1800]) await deliverAt(seconds, crash);

  const queues = openMessageQueues(folder);
  const expiry = (1800 + 14 * 86_400) * 1000;
  queues.deleteExpired(expiry - 1);
  expect(queues.list('DeadLetters')).toMatchObject([{ body: 'body', receives: 3 }]);
  queues.deleteExpired(expiry);
  await queues.flush();
  expect(openMessageQueues(folder).list('DeadLetters')).toEqual([]);
});

/** Polls a queue. `events` has what its function received. The function succeeds by default. */
function createPolling(invoke = async () => success, batchSize = 1) {
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
    ...createQueuePolling([{ ...source, batchSize }], queues, deps),
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

it('only the messages of a batch that failed are delivered again', async () => {
  const queues = openMessageQueues(undefined);
  const sent = queues.send(['1', '2', '3'].map((body) => ({ queue: 'Queue', body })));
  const [, second] = sent;
  const deps = {
    clock: { now: () => 0 },
    invoke: async () => toFailures(second?.id ?? ''),
    warn: () => undefined,
  };
  await deliverBatch(sent, source, queues, deps);
  expect(queues.list('Queue')).toMatchObject([{ body: '2', receives: 1 }]);
});

it('messages wait for a free instance, and then come in batches', async () => {
  const { promise, resolve } = Promise.withResolvers<InvocationResult>();
  const { stop, events, drainQueues, send } = createPolling(() => promise, 3);
  for (let count = 0; count < maxInstancesOfFunction; count += 1) {
    send();
    void drainQueues();
  }
  for (let count = 0; count < 4; count += 1) send();
  const drained = drainQueues();
  await setImmediate();
  expect(events).toHaveLength(maxInstancesOfFunction);
  resolve(success);
  await drained;
  const sizes = events.map((event) => JSON.parse(event).Records.length);
  expect(sizes.slice(maxInstancesOfFunction)).toEqual([3, 1]);
  await stop();
});

it('a message that waits for a free instance is not attempted before, and once', async () => {
  const { promise, resolve } = Promise.withResolvers<InvocationResult>();
  const { stop, events, drainQueues, send, setTime } = createPolling(() => promise);
  const count = maxInstancesOfFunction + 1;
  for (let sent = 0; sent < count; sent += 1) send();
  const drained = drainQueues();
  await setImmediate();
  expect(events).toHaveLength(maxInstancesOfFunction);
  // The visibility timeout of all that are attempted is over.
  setTime(900);
  resolve(success);
  await drained;
  expect(events).toHaveLength(count);
  await stop();
});

it('no delivery starts after polling has stopped', async () => {
  const { stop, events, drainQueues, send } = createPolling();
  await stop();
  send();
  await drainQueues();
  expect(events).toEqual([]);
});

it('a message whose delivery the end cuts off is delivered at once by the next start', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = createTemporaryFolder();
  const queues = openMessageQueues(folder);
  const { promise, resolve } = Promise.withResolvers<InvocationResult>();
  const deps = {
    clock: { now: () => 0 },
    isUnavailable: () => false,
    warn: () => undefined,
    invoke: () => promise,
  };
  const once = { ...source, maxReceiveCount: 1 };
  const { drainQueues, stop } = createQueuePolling([once], queues, deps);
  queues.send([{ queue: 'Queue', body: 'body' }]);
  const drained = drainQueues();
  await queues.flush();
  const stopped = stop();
  await vi.advanceTimersByTimeAsync(gracePeriodMs);
  await stopped;
  resolve(crash);
  await drained;
  await queues.close();
  const [message] = openMessageQueues(folder).listVisible('Queue', 0);
  expect(message).toMatchObject({ body: 'body', receives: 0 });
});
