import { describe, expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { occupyDay } from '#kit/full-days.ts';
import {
  createFaultyTable,
  createRefusingTable,
  isRepaired,
  sizeRefusals,
  transactionFaults,
} from '#kit/store-faults.ts';
import { newId } from '#shared/runtime/ids.ts';
import { exists, isAbsent } from '#shared/table/condition.ts';
import { addDays } from './dates.ts';
import { dayKeys } from './day.keys.ts';
import type { CapacityExceeded } from './day-capacity.ts';
import * as dayItems from './day-item.store.ts';
import { buildBatch } from './day-item.ts';
import * as entries from './entry.store.ts';

const monday = '2026-11-16';
const week = Array.from({ length: 7 }, (_, index) => addDays(monday, index));

/** Prepares a user and a batch with one entry for each of the dates. */
function arrange(dates: readonly string[] = week, id = 'x') {
  const user_id = newId(new Date());
  const diary = { table: table(), user_id };
  const energy = { unit: 'calories', value: 1 } as const;
  const posted = dates.map((date) => ({
    type: 'exercise' as const,
    date,
    exercise: { id },
    duration: 60,
    energy,
  }));
  const newBatch = () => buildBatch(newId(new Date()), posted);

  /** Fills the item of a day up to the limit of 400 KB. */
  const fillUp = (date: string) =>
    table().update(
      dayKeys.diaryDay(user_id, date),
      { set: { ballast: 'x'.repeat(409_500) } },
      { ballast: isAbsent },
    );
  const occupy = (date: string, count: number) => occupyDay(user_id, date, count);
  const countOn = async (date: string) =>
    (await dayItems.find(diary, date))?.own_entries ?? 0;
  const countAll = () => Promise.all(week.map(countOn));
  return { diary, newBatch, fillUp, occupy, countOn, countAll };
}

const refusedFor = (...exceeded: readonly CapacityExceeded[]) => ({
  outcome: 'refused',
  exceeded,
});

const none = week.map(() => 0);
const oneEach = week.map(() => 1);

describe('a batch', () => {
  it('stores each entry in the item of its day', async () => {
    const { diary, newBatch } = arrange();
    const batch = newBatch();
    expect(await dayItems.createBatch(diary, batch)).toEqual({ outcome: 'created' });
    const days = await Promise.all(week.map((date) => entries.list(diary, date)));
    expect(days).toEqual(batch.entries.map((entry) => [entry]));
  });

  it('names all full days, and stores nothing', async () => {
    const { diary, newBatch, occupy, countAll } = arrange();
    const [, tuesday = '', wednesday = ''] = week;
    for (const date of [tuesday, wednesday]) await occupy(date, 500);
    expect(await dayItems.createBatch(diary, newBatch())).toEqual(
      refusedFor(
        { date: tuesday, limit: 'entries' },
        { date: wednesday, limit: 'entries' },
      ),
    );
    expect(await countAll()).toEqual([0, 500, 500, 0, 0, 0, 0]);
  });

  it('is stored on a day whose counts are too high, and counts its entries anew', async () => {
    const { diary, newBatch, occupy } = arrange();
    await occupy(monday, 3);
    const key = dayKeys.diaryDay(diary.user_id, monday);
    const set = { own_entries: 500, own_bytes: 262_144 };
    await table().update(key, { set }, exists);
    expect(await dayItems.createBatch(diary, newBatch())).toEqual({ outcome: 'created' });
    const { own_entries, own_bytes } = (await dayItems.find(diary, monday)) ?? {};
    expect(own_entries).toBe(4);
    expect(own_bytes).toBeLessThan(1_000);
  });

  it('names the day whose item would be too large, and stores nothing', async () => {
    const { diary, newBatch, fillUp, countAll } = arrange();
    await fillUp(monday);
    expect(await dayItems.createBatch(diary, newBatch())).toEqual(
      refusedFor({ date: monday, limit: 'bytes' }),
    );
    expect(await countAll()).toEqual(none);
  });

  it('names all days if they are too large for a transaction, and stores nothing', async () => {
    const dates = Array.from({ length: 12 }, (_, index) => addDays(monday, index));
    // The engine counts what is sent. DynamoDB may count what is stored, too.
    const { diary, newBatch, countAll } = arrange(dates, 'x'.repeat(380_000));
    expect(await dayItems.createBatch(diary, newBatch())).toEqual(
      refusedFor(...dates.map((date) => ({ date, limit: 'bytes_in_all' as const }))),
    );
    expect(await countAll()).toEqual(none);
  });

  it('is stored once if it is posted again, even if it would not fit twice', async () => {
    const dates = [...Array<string>(20).fill(monday), ...week];
    const { diary, newBatch, occupy, countOn } = arrange(dates);
    await occupy(monday, 475);
    const batch = newBatch();
    const posts = [1, 2, 3].map(() => dayItems.createBatch(diary, batch));
    const creations = await Promise.all(posts);
    const outcomes = creations.map(({ outcome }) => outcome).sort();
    expect(outcomes).toEqual(['created', 'existing', 'existing']);
    expect(await countOn(monday)).toBe(496);
    expect(await dayItems.createBatch(diary, batch)).toEqual({
      outcome: 'existing',
      mayBeOwn: false,
    });
  });

  it('for several days is stored whole or not at all beside batches that fill a day', async () => {
    const { diary, newBatch, occupy, countOn } = arrange();
    await occupy(monday, 490);
    const others = Array.from({ length: 8 }, () =>
      buildBatch(newId(new Date()), newBatch().entries.slice(0, 1)),
    );
    const several = Array.from({ length: 8 }, newBatch);
    const posts = several.flatMap((batch, index) => [batch, others[index] ?? batch]);
    const creations = await Promise.all(
      posts.map((batch) => dayItems.createBatch(diary, batch)),
    );
    const stored = posts.filter((_, index) => creations[index]?.outcome === 'created');
    expect(stored).toHaveLength(10);
    expect(await countOn(monday)).toBe(500);
    const storedWhole = stored.filter(({ entries: { length } }) => length === 7);
    for (const date of week.slice(1)) {
      expect(await countOn(date)).toBe(storedWhole.length);
    }
    const refused = creations.filter(({ outcome }) => outcome === 'refused');
    expect(refused).toEqual(
      Array(6).fill(refusedFor({ date: monday, limit: 'entries' })),
    );
  });

  it.each(sizeRefusals)('names all of its days after: $message', async (refusal) => {
    const { diary, newBatch } = arrange();
    const refused = { ...diary, table: createRefusingTable(refusal) };
    const days = week.map((date) => ({ date, limit: 'bytes_in_all' as const }));
    expect(await dayItems.createBatch(refused, newBatch())).toEqual(refusedFor(...days));
  });

  it.each(transactionFaults)('meets $cause at its $tries try', async (fault) => {
    const { diary, newBatch, countAll } = arrange();
    const faulty = { ...diary, table: createFaultyTable({ ...fault, change: 2 }) };
    const batch = newBatch();
    const created = dayItems.createBatch(faulty, batch);
    const [, , date = ''] = week;
    if (isRepaired(fault)) {
      expect(await created).toEqual({ outcome: 'created' });
    } else if (fault.cause === 'condition') {
      expect(await created).toEqual(refusedFor({ date, limit: 'entries' }));
    } else if (fault.cause === 'size') {
      expect(await created).toEqual(refusedFor({ date, limit: 'bytes' }));
    } else {
      await expect(created).rejects.toMatchObject({ code: 'unavailable' });
    }
    expect(await countAll()).toEqual(isRepaired(fault) ? oneEach : none);
    const isStored = { outcome: 'existing', mayBeOwn: false };
    const repeated = isRepaired(fault) ? isStored : { outcome: 'created' };
    expect(await dayItems.createBatch(diary, batch)).toEqual(repeated);
    expect(await countAll()).toEqual(oneEach);
  });
});
