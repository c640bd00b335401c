import { describe, expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { maxEntries } from '#shared/diary/bounds.ts';
import * as dayItems from '#shared/diary/day-item.store.ts';
import type { Diary } from '#shared/diary/diary.ts';
import { type EntryAddress, parseEntryId } from '#shared/diary/entry-id.ts';
import { toPointerName } from '#shared/diary/pointer.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isAbsent } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import * as batches from './batch.store.ts';
import { type Batch, buildBatch } from './batch.ts';
import * as entries from './entry.store.ts';
import * as reservations from './reservation.store.ts';

const [storageDate, day] = ['2026-11-16', '2026-11-17'] as const;
const started = new Date('2026-11-16T12:00:00Z');
const daysLater = (days: number) => new Date(started.getTime() + days * 86_400_000);
const exceeded = [{ date: day, limit: 'entries' }] as const;

const newDiary = () => ({ table: table(), user_id: newId(started) });

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

async function countSlots(diary: Diary<'get'>): Promise<number> {
  return (await dayItems.find(diary, day))?.entry_count ?? 0;
}

function moveToDay(diary: Diary<'get' | 'update'>, address: EntryAddress, now: Date) {
  return entries.update(diary, address, { now, date: day, set: {}, remove: [] });
}

describe('the reservations of a day', () => {
  it('are reclaimed if they are abandoned and no request can use them any more', async () => {
    const diary = newDiary();
    const stored = postFor(storageDate, day, storageDate);
    await batches.create(diary, stored, started);
    await moveToDay(diary, addressAt(stored, 2), started);

    const interruptedMove = { id: stored.entries[0].id, place: newId(started) };
    await reservations.reserve(diary, day, [toPointerName(interruptedMove)]);
    const [, ...interruptedPost] = postFor(storageDate, day, day).entries;
    await reservations.reserve(diary, day, interruptedPost.map(toPointerName));
    // Two slots are in use, by the entry of a POST and by a moved one. Three are abandoned.
    expect(await countSlots(diary)).toBe(5);

    expect(await reservations.reclaim(diary, exceeded, daysLater(7.9))).toBe(false);
    expect(await countSlots(diary)).toBe(5);
    expect(await reservations.reclaim(diary, exceeded, daysLater(8.1))).toBe(true);
    expect(await countSlots(diary)).toBe(2);
    expect(await entries.list(diary, day)).toHaveLength(2);
    expect(await reservations.reclaim(diary, exceeded, daysLater(8.1))).toBe(false);
  });

  it('are reclaimed if a POST or a move needs the capacity of a full day (Y10)', async () => {
    const diary = newDiary();
    const abandoned = postFor(storageDate, day);
    const posted = postFor(storageDate, day);
    const moved = postFor(storageDate);
    await batches.create(diary, moved, started);
    const entry_count = maxEntries - 1;
    await table().update(
      keys.diaryDay(diary.user_id, day),
      { set: { entry_count } },
      { entry_count: isAbsent },
    );
    const abandon = () => {
      const pointers = abandoned.entries.slice(1).map(toPointerName);
      return reservations.reserve(diary, day, pointers);
    };

    await abandon();
    expect(await batches.create(diary, posted, daysLater(1))).toEqual(exceeded);
    expect(await batches.create(diary, posted, daysLater(9))).toEqual([]);
    await entries.remove(diary, addressAt(posted, 1));

    await abandon();
    const movedAddress = addressAt(moved, 0);
    expect((await moveToDay(diary, movedAddress, daysLater(1))).exceeded).toEqual(
      exceeded[0],
    );
    expect((await moveToDay(diary, movedAddress, daysLater(9))).entry).toMatchObject({
      date: day,
    });
    expect(await countSlots(diary)).toBe(maxEntries);
  });

  it('are made and released 49 at a time, and a repeat changes nothing', async () => {
    const diary = newDiary();
    const [, ...furtherEntries] = postFor(
      storageDate,
      ...Array<string>(49).fill(day),
    ).entries;
    const pointers = furtherEntries.map(toPointerName);
    expect(await reservations.reserve(diary, day, pointers)).toBeUndefined();
    expect(await reservations.reserve(diary, day, pointers)).toBeUndefined();
    expect(await countSlots(diary)).toBe(49);
    await reservations.release(diary, day, pointers);
    await reservations.release(diary, day, pointers);
    expect(await countSlots(diary)).toBe(0);
  });
});
