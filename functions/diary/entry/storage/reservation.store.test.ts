import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isAbsent } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import { maxEntries } from '../bounds.ts';
import * as batches from './batch.store.ts';
import { type Batch, buildBatch } from './batch.ts';
import * as dayItems from './day-item.store.ts';
import * as entries from './entry.store.ts';
import { type EntryAddress, parseEntryId } from './entry-id.ts';
import { toPointerName } from './pointer.ts';
import * as reservations from './reservation.store.ts';

const [storageDate, day] = ['2026-11-16', '2026-11-17'] as const;
const started = new Date('2026-11-16T12:00:00Z');
const daysLater = (days: number) => new Date(started.getTime() + days * 86_400_000);
const exceeded = [{ date: day, limit: 'entries' }] as const;

/** Builds the batch of a POST with an entry for each of the dates. */
function postFor(...dates: string[]): Batch {
  const posted = dates.map((date) => ({
    type: 'exercise' as const,
    date,
    exercise: { id: 'x' },
    duration: 60,
    energy: { unit: 'calories' as const, value: 1 },
  }));
  return buildBatch(newId(started), posted);
}

function addressAt(batch: Batch, index: number): EntryAddress {
  return parseEntryId(batch.entries[index]?.id ?? '') as EntryAddress;
}

async function countPlaces(user_id: string): Promise<number> {
  return (await dayItems.find(table(), user_id, day))?.entry_count ?? 0;
}

function moveToDay(user_id: string, address: EntryAddress, now: Date) {
  return entries.update(table(), user_id, address, { now, date: day, set: {}, remove: [] });
}

it('reclaims abandoned reservations once no request can use them any more', async () => {
  const user_id = newId(started);
  const stored = postFor(storageDate, day, storageDate);
  await batches.create(table(), user_id, stored, started);
  await moveToDay(user_id, addressAt(stored, 2), started);

  const interruptedMove = { id: stored.entries[0].id, place: newId(started) };
  await reservations.reserve(table(), user_id, day, [toPointerName(interruptedMove)]);
  const [, ...interruptedPost] = postFor(storageDate, day, day).entries;
  await reservations.reserve(table(), user_id, day, interruptedPost.map(toPointerName));
  expect(await countPlaces(user_id)).toBe(5);

  expect(await reservations.reclaim(table(), user_id, exceeded, daysLater(7.9))).toBe(false);
  expect(await countPlaces(user_id)).toBe(5);
  expect(await reservations.reclaim(table(), user_id, exceeded, daysLater(8.1))).toBe(true);
  expect(await countPlaces(user_id)).toBe(2);
  expect(await entries.list(table(), user_id, day)).toHaveLength(2);
  expect(await reservations.reclaim(table(), user_id, exceeded, daysLater(8.1))).toBe(false);
});

it('frees capacity on a full day for a POST and for a move (Y10)', async () => {
  const user_id = newId(started);
  const abandoned = postFor(storageDate, day);
  const posted = postFor(storageDate, day);
  const moved = postFor(storageDate);
  await batches.create(table(), user_id, moved, started);
  const entry_count = maxEntries - 1;
  await table().update(
    keys.diaryDay(user_id, day),
    { set: { entry_count } },
    { entry_count: isAbsent },
  );
  const abandon = () => {
    const pointers = abandoned.entries.slice(1).map(toPointerName);
    return reservations.reserve(table(), user_id, day, pointers);
  };

  await abandon();
  expect(await batches.create(table(), user_id, posted, daysLater(1))).toEqual(exceeded);
  expect(await batches.create(table(), user_id, posted, daysLater(9))).toEqual([]);
  await entries.remove(table(), user_id, addressAt(posted, 1));

  await abandon();
  const movedAddress = addressAt(moved, 0);
  expect((await moveToDay(user_id, movedAddress, daysLater(1))).exceeded).toEqual(exceeded[0]);
  expect((await moveToDay(user_id, movedAddress, daysLater(9))).entry).toMatchObject({ date: day });
  expect(await countPlaces(user_id)).toBe(maxEntries);
});

it('reserves 49 places in one write, and releases them in one', async () => {
  const user_id = newId(started);
  const [, ...furtherEntries] = postFor(storageDate, ...Array<string>(49).fill(day)).entries;
  const pointers = furtherEntries.map(toPointerName);
  expect(await reservations.reserve(table(), user_id, day, pointers)).toBeUndefined();
  expect(await reservations.reserve(table(), user_id, day, pointers)).toBeUndefined();
  expect(await countPlaces(user_id)).toBe(49);
  await reservations.release(table(), user_id, day, pointers);
  await reservations.release(table(), user_id, day, pointers);
  expect(await countPlaces(user_id)).toBe(0);
});
