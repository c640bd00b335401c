import { expect, it } from 'vitest';
import { createSharePending } from './share-pending.ts';

it('runs work once for those who ask for a key at the same time, and again afterwards', async () => {
  const sharePending = createSharePending<number>();
  let runs = 0;
  const work = async () => {
    runs += 1;
    return runs;
  };
  const askTwentyTimes = (key: string) => {
    const results = Array.from({ length: 20 }, () => sharePending(key, work));
    return Promise.all(results);
  };
  expect(new Set(await askTwentyTimes('a'))).toEqual(new Set([1]));
  const others = [sharePending('a', work), sharePending('b', work)];
  expect(await Promise.all(others)).toEqual([2, 3]);
});

it('lets work run again after it failed', async () => {
  const sharePending = createSharePending<string>();
  const fail = () => Promise.reject(new Error('failed'));
  await expect(sharePending('a', fail)).rejects.toThrow('failed');
  await expect(sharePending('a', async () => 'done')).resolves.toBe('done');
});
