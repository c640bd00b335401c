import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { newId } from '../runtime/ids.ts';
import { addUse, getTaken, toClientUse, toUserUse } from './use.store.ts';

const now = new Date('2026-11-27T09:17:00Z');
const limits = { '15min': 5, day: 7 };

it('takes units until a window has no room, and then adds nothing', async () => {
  const item = toUserUse(newId(now), 'watch', now);
  const add = (units: number) =>
    addUse(table(), item, { units, limits, tally: { increment: { reads: 1 } } });
  expect(await add(3)).toMatchObject({ done: true, item: { q37: 3, day: 3, reads: 1 } });
  expect(await add(3)).toMatchObject({ done: false, existing: { q37: 3, reads: 1 } });
  expect(await add(2)).toMatchObject({ done: true, item: { q37: 5, day: 5, reads: 2 } });
  expect(await add(1)).toMatchObject({ done: false, existing: { q37: 5, day: 5 } });
});

it('gives the next window its own units, within those of the day', async () => {
  const client_id = newId(now);
  const add = (units: number, minutes: number) => {
    const item = toClientUse(client_id, new Date(now.getTime() + minutes * 60_000));
    return addUse(table(), item, { units, limits });
  };
  await add(5, 0);
  expect(await add(2, 13)).toMatchObject({
    done: true,
    item: { q37: 5, q38: 2, day: 7 },
  });
  expect(await add(1, 28)).toMatchObject({ done: false });
  expect(await add(1, 24 * 60)).toMatchObject({ done: true, item: { q37: 1, day: 1 } });
});

it('adds a tally without units, whatever the limits are', async () => {
  const item = toClientUse(newId(now), now);
  await addUse(table(), item, { units: 5, limits });
  const lower = { '15min': 1, day: 1 };
  const tally = { increment: { refused: 2 }, include: { people: 'digest' } };
  const added = await addUse(table(), item, { units: 0, limits: lower, tally });
  expect(added).toMatchObject({ done: true, item: { q37: 5, refused: 2 } });
});

it('reads what is taken of a window', () => {
  const { windows } = toClientUse('watch', now);
  expect(getTaken({ q37: 4, day: 9 }, windows, '15min')).toBe(4);
  expect(getTaken({ q37: 4, day: 9 }, windows, 'day')).toBe(9);
  expect(getTaken(undefined, windows, 'day')).toBe(0);
});

it('keeps the use of a user for 90 days, and that of a client for 30', () => {
  const toDate = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
  expect(toDate(toUserUse('ann', 'watch', now).ttl)).toBe('2027-02-26');
  expect(toDate(toClientUse('watch', now).ttl)).toBe('2026-12-28');
});
