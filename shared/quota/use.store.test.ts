import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { newId } from '../runtime/ids.ts';
import { findWindows, getTaken } from './quotas.ts';
import { addUse, toClientUse, toUserUse } from './use.store.ts';

const now = new Date('2026-11-27T09:17:00Z');

it('adds to the item of a day, and returns what all functions have added', async () => {
  const item = toUserUse(newId(now), 'watch', now);
  const tally = { increment: { q37: 3, day: 3, reads: 1 }, include: { dates: 'a' } };
  expect(await addUse(table(), item, tally)).toMatchObject({ q37: 3, day: 3, reads: 1 });
  const next = await addUse(table(), item, { increment: { q38: 2, day: 2, reads: -1 } });
  expect(next).toMatchObject({ q37: 3, q38: 2, day: 5, reads: 0, ttl: item.ttl });
});

it('gives the next day an item of its own', async () => {
  const client_id = newId(now);
  const tomorrow = new Date(now.getTime() + 86_400_000);
  await addUse(table(), toClientUse(client_id, now), { increment: { day: 5 } });
  const item = toClientUse(client_id, tomorrow);
  expect(await addUse(table(), item, { increment: { day: 1 } })).toMatchObject({
    day: 1,
  });
});

it('reads what is taken of a window', () => {
  const windows = findWindows(now);
  expect(getTaken({ q37: 4, day: 9 }, windows, '15min')).toBe(4);
  expect(getTaken({ q37: 4, day: 9 }, windows, 'day')).toBe(9);
  expect(getTaken(undefined, windows, 'day')).toBe(0);
});

it('keeps the use of a user for 90 days, and that of a client for 30', () => {
  const toDate = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
  expect(toDate(toUserUse('ann', 'watch', now).ttl)).toBe('2027-02-26');
  expect(toDate(toClientUse('watch', now).ttl)).toBe('2026-12-28');
});
