import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { keys } from '#shared/table/keys.ts';
import { releaseQuota, takeQuota } from '#shared/table/quota.ts';

const max = 5;

it('reserves exactly as many places for concurrent requests as a quota has', async () => {
  const key = keys.dataSourceCount(newId(new Date()));
  const requests = Array.from({ length: 20 }, () => takeQuota(table(), key, max));
  const taken = await Promise.all(requests);
  expect(taken.filter(Boolean)).toHaveLength(max);
});

it('gives a released place to another request', async () => {
  const key = keys.dataSourceCount(newId(new Date()));
  for (let i = 0; i < max; i++) await takeQuota(table(), key, max);
  expect(await takeQuota(table(), key, max)).toBe(false);
  await releaseQuota(table(), key);
  expect(await takeQuota(table(), key, max)).toBe(true);
  expect(await takeQuota(table(), key, max)).toBe(false);
});

it('ignores the release of a place that nothing has reserved', async () => {
  const key = keys.dataSourceCount(newId(new Date()));
  await releaseQuota(table(), key);
  expect(await takeQuota(table(), key, 1)).toBe(true);
  expect(await takeQuota(table(), key, 1)).toBe(false);
});
