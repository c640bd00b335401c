import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isNew } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import { maxStored, maxUnstoredPerDay, requestPermit } from './render-limit.store.ts';

const now = new Date('2026-11-20T18:00:00Z');
const nextDay = new Date('2026-11-21T00:00:00Z');

it('stores a limited number of variants of an image, whatever their sizes are', async () => {
  const id = newId(now);
  const permits = await Promise.all(
    Array.from({ length: maxStored + 5 }, () => requestPermit(table(), id, now)),
  );
  const kinds = permits.map(({ kind }) => kind).sort();
  expect(kinds.filter((kind) => kind === 'render_and_store')).toHaveLength(maxStored);
  expect(kinds.filter((kind) => kind === 'render')).toHaveLength(5);
  expect(await requestPermit(table(), newId(now), now)).toEqual({
    kind: 'render_and_store',
  });
});

it('rejects variants beyond the daily limit until the next day', async () => {
  const id = newId(now);
  await table().put({ ...keys.imageVariants(id), stored: maxStored }, isNew);
  const today = keys.imageRenderings(id, '2026-11-20');
  await table().put({ ...today, rendered: maxUnstoredPerDay - 1 }, isNew);
  const request = (at = now) => requestPermit(table(), id, at);
  expect(await request()).toEqual({ kind: 'render' });
  expect(await request()).toEqual({ kind: 'reject', retryAfter: 6 * 60 * 60 });
  expect(await request(nextDay)).toEqual({ kind: 'render' });
});
