import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { absent } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import * as batches from './batch.store.ts';
import { mostEntries } from './bounds.ts';
import { type Day, pointerTo } from './day.ts';
import * as entries from './entry.store.ts';
import { type EntryAddress, parseEntryId } from './entry-id.ts';
import * as places from './reservation.store.ts';

const [home, day] = ['2026-11-16', '2026-11-17'] as const;
const started = new Date('2026-11-16T12:00:00Z');
const after = (days: number) => new Date(started.getTime() + days * 86_400_000);
const full = [{ date: day, of: 'entries' }] as const;

/** What somebody posts with one request. */
const batchOf = (...dates: string[]) =>
  batches.batchOf(
    newId(started),
    dates.map((date) => ({
      type: 'exercise',
      date,
      exercise: { id: 'x' },
      duration: 60,
      energy: { unit: 'calories', value: 1 },
    })),
  );

const placesOf = async (user_id: string) =>
  (await table().get<Day>(keys.diaryDay(user_id, day)))?.entry_count ?? 0;

it('reclaims what interrupted requests have left on a full day, once none of them can use it any more', async () => {
  const user_id = newId(started);
  const stored = batchOf(home, day, home);
  await batches.create(table(), user_id, stored, started);
  const at = parseEntryId(stored.entries[2]?.id ?? '') as EntryAddress;
  await entries.change(table(), user_id, at, { now: started, date: day, set: {}, remove: [] });

  const interruptedMove = { id: stored.entries[0].id, place: newId(started) };
  await places.take(table(), user_id, day, [pointerTo(interruptedMove)]);
  const [, ...interruptedPost] = batchOf(home, day, day).entries;
  await places.take(table(), user_id, day, interruptedPost.map(pointerTo));
  expect(await placesOf(user_id)).toBe(5);

  expect(await places.reclaim(table(), user_id, full, after(7.9))).toBe(false);
  expect(await placesOf(user_id)).toBe(5);
  expect(await places.reclaim(table(), user_id, full, after(8.1))).toBe(true);
  expect(await placesOf(user_id)).toBe(2);
  expect(await entries.list(table(), user_id, day)).toHaveLength(2);
  expect(await places.reclaim(table(), user_id, full, after(8.1))).toBe(false);
});

it('makes room on a full day for a POST and for a move (Y10)', async () => {
  const user_id = newId(started);
  const [left, posted, moved] = [batchOf(home, day), batchOf(home, day), batchOf(home)];
  await batches.create(table(), user_id, moved, started);
  const at = parseEntryId(moved.entries[0].id) as EntryAddress;
  const entry_count = mostEntries - 1;
  await table().update(
    keys.diaryDay(user_id, day),
    { set: { entry_count } },
    { entry_count: absent },
  );
  const go = (now: Date) =>
    entries.change(table(), user_id, at, { now, date: day, set: {}, remove: [] });
  const leave = () => places.take(table(), user_id, day, left.entries.slice(1).map(pointerTo));

  await leave();
  expect(await batches.create(table(), user_id, posted, after(1))).toEqual(full);
  expect(await batches.create(table(), user_id, posted, after(9))).toEqual([]);
  await entries.remove(table(), user_id, parseEntryId(posted.entries[1]?.id ?? '') as EntryAddress);
  await leave();
  expect((await go(after(1))).full).toEqual(full[0]);
  expect((await go(after(9))).entry).toMatchObject({ date: day });
  expect(await placesOf(user_id)).toBe(mostEntries);
});

it('takes places for 49 entries at once, and gives them back together', async () => {
  const user_id = newId(started);
  const [, ...guests] = batchOf(home, ...Array<string>(49).fill(day)).entries;
  const pointers = guests.map(pointerTo);
  expect(await places.take(table(), user_id, day, pointers)).toBeUndefined();
  expect(await places.take(table(), user_id, day, pointers)).toBeUndefined();
  expect(await placesOf(user_id)).toBe(49);
  await places.giveBack(table(), user_id, day, pointers);
  await places.giveBack(table(), user_id, day, pointers);
  expect(await placesOf(user_id)).toBe(0);
});
