import { expect, it } from 'vitest';
import { createSharePending } from './share-pending.ts';

it('sharePending runs work once for simultaneous calls with one key, and again for a later call', async () => {
  const sharePending = createSharePending<number>();
  let runs = 0;
  const work = async () => {
    runs += 1;
    return runs;
  };
  const simultaneous = Array.from({ length: 20 }, () => sharePending('a', work));
  expect(new Set(await Promise.all(simultaneous))).toEqual(new Set([1]));
  const later = [sharePending('a', work), sharePending('b', work)];
  expect(await Promise.all(later)).toEqual([2, 3]);
});

it('sharePending runs work again after it has failed', async () => {
  const sharePending = createSharePending<string>();
  const fail = () => Promise.reject(new Error('failed'));
  await expect(sharePending('a', fail)).rejects.toThrow('failed');
  await expect(sharePending('a', async () => 'done')).resolves.toBe('done');
});
