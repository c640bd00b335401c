import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createStreamPolling } from './stream-polling.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Polls a reader. `setResult` sets what a read returns, or the error that it throws. */
function startPolling() {
  const warnings: string[] = [];
  let reads = 0;
  let isUnavailable = false;
  let result: boolean | Error = true;
  const stopped = Promise.withResolvers<void>();
  const poll = async () => {
    reads += 1;
    if (result instanceof Error) throw result;
    return result;
  };
  const reader = {
    drain: poll,
    poll,
    stop: () => stopped.promise,
  };
  const polling = createStreamPolling(reader, {
    isUnavailable: () => isUnavailable,
    warn: (line) => warnings.push(line),
  });
  polling.start();
  return {
    ...polling,
    warnings,
    endDelivery: stopped.resolve,
    setResult: (newResult: boolean | Error) => {
      result = newResult;
    },
    setUnavailable: (newValue: boolean) => {
      isUnavailable = newValue;
    },
    /** Returns how often the stream is read in a time, in seconds. */
    countReads: async (seconds: number) => {
      const before = reads;
      await vi.advanceTimersByTimeAsync(seconds * 1000);
      return reads - before;
    },
  };
}

it('a stream is read at the start, and then four times a second', async () => {
  const { countReads } = startPolling();
  expect([await countReads(0), await countReads(1), await countReads(2)]).toEqual([
    1, 4, 8,
  ]);
});

it('a batch that fails is tried again after pauses that become longer, up to a minute', async () => {
  const { countReads, setResult } = startPolling();
  setResult(false);
  await countReads(0);
  expect([await countReads(0.5), await countReads(1), await countReads(2)]).toEqual([
    1, 1, 1,
  ]);
  await countReads(300);
  expect(await countReads(60)).toBe(1);
  setResult(true);
  await countReads(60);
  expect(await countReads(1)).toBe(4);
});

it('an engine that cannot be reached is reported once, and tried again', async () => {
  const { countReads, setResult, warnings } = startPolling();
  setResult(new Error('DynamoDB cannot be reached.'));
  expect(await countReads(10)).toBeGreaterThan(2);
  expect(warnings).toEqual([
    "The table's stream cannot be read: Error: DynamoDB cannot be reached.",
  ]);
});

it('nothing is read until a crashed engine is restarted', async () => {
  const { countReads, setUnavailable, warnings } = startPolling();
  await countReads(0);
  setUnavailable(true);
  expect(await countReads(10)).toBe(0);
  setUnavailable(false);
  expect(await countReads(1)).toBe(4);
  expect(warnings).toEqual([]);
});

it.each([
  ['the delivery has ended', 0],
  ['five seconds have passed', 5],
])('a stop reads nothing more, and resolves when %s', async (_, seconds) => {
  const { stop, countReads, endDelivery } = startPolling();
  await countReads(0);
  let isStopped = false;
  const stopped = stop().then(() => {
    isStopped = true;
  });
  await countReads(4.9);
  expect(isStopped).toBe(false);
  if (seconds === 0) endDelivery();
  expect(await countReads(seconds)).toBe(0);
  await stopped;
});
