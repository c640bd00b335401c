import { describe, expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import * as dayItems from '#shared/diary/day-item.store.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isAbsent } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import * as batches from './batch.store.ts';
import { buildBatch } from './batch.ts';

const days = ['2026-11-16', '2026-11-17', '2026-11-18'] as const;
const [storageDate, secondDay, thirdDay] = days;

/** Prepares a user and a batch with one entry for each of the dates. */
function arrange(dates: readonly string[], { hasKey = false } = {}) {
  const user_id = newId(new Date());
  const diary = { table: table(), user_id };
  const energy = { unit: 'calories', value: 1 } as const;
  const posted = dates.map((date) => ({
    type: 'exercise' as const,
    date,
    exercise: { id: 'x' },
    duration: 60,
    energy,
  }));
  const batch = buildBatch(newId(new Date()), posted, hasKey);

  /** Fills the item of a day up to the limit of 400 KB. */
  const fillUp = (date: string) =>
    table().update(
      keys.diaryDay(user_id, date),
      { set: { ballast: 'x'.repeat(409_500) } },
      { ballast: isAbsent },
    );
  /** Reserves slots on a day, as if that many entries were shown on it. */
  const occupy = (date: string, count: number) =>
    table().update(
      keys.diaryDay(user_id, date),
      { set: { entry_count: count } },
      { entry_count: isAbsent },
    );
  const countSlots = async (date: string) =>
    (await dayItems.find(diary, date))?.entry_count ?? 0;
  return { diary, batch, fillUp, occupy, countSlots };
}

describe('a batch', () => {
  it.each([storageDate, thirdDay])(
    'leaves no reservations if the item of a day is too large: %s',
    async (fullDay) => {
      const dates = [storageDate, secondDay, secondDay, thirdDay];
      const { diary, batch, fillUp, countSlots } = arrange(dates);
      await fillUp(fullDay);
      expect(await batches.create(diary, batch, new Date())).toEqual([
        { date: fullDay, limit: 'bytes' },
      ]);
      expect(await Promise.all(days.map(countSlots))).toEqual([0, 0, 0]);
    },
  );

  it('keeps its reservations if it has a key, because a retry may rely on them', async () => {
    const { diary, batch, fillUp, countSlots } = arrange([storageDate, secondDay], {
      hasKey: true,
    });
    await fillUp(storageDate);
    expect(await batches.create(diary, batch, new Date())).toEqual([
      { date: storageDate, limit: 'bytes' },
    ]);
    expect(await countSlots(secondDay)).toBe(1);
  });

  it('is stored once if a lost response is retried, even if it would not fit twice', async () => {
    const dates = [...Array<string>(20).fill(storageDate), secondDay];
    const { diary, batch, occupy, countSlots } = arrange(dates, { hasKey: true });
    await occupy(storageDate, 475);

    expect(await batches.create(diary, batch, new Date())).toEqual([]);
    expect(await batches.create(diary, batch, new Date())).toEqual([]);
    expect(await countSlots(storageDate)).toBe(495);
    expect(await countSlots(secondDay)).toBe(1);
  });
});
