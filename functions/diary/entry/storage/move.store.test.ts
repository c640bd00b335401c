import { describe, expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import * as dayItems from '#shared/diary/day-item.store.ts';
import type { Entry } from '#shared/diary/entry.ts';
import { type EntryAddress, parseEntryId } from '#shared/diary/entry-id.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isAbsent } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import * as batches from './batch.store.ts';
import { buildBatch } from './batch.ts';
import * as entries from './entry.store.ts';
import { move } from './move.store.ts';

const days = ['2026-11-16', '2026-11-17', '2026-11-18'] as const;
const [monday, tuesday, wednesday] = days;

const buildUpdateTo = (date: string, set = {}) => ({
  now: new Date(),
  date,
  set,
  remove: [],
});

/** Prepares a user with one entry that is stored on Monday. */
async function arrange() {
  const user_id = newId(new Date());
  const diary = { table: table(), user_id };
  const energy = { unit: 'calories', value: 1 } as const;
  const batch = buildBatch(newId(new Date()), [
    { type: 'exercise', date: monday, exercise: { id: 'x' }, duration: 60, energy },
  ]);
  await batches.create(diary, batch, new Date());
  const address = parseEntryId(batch.entries[0].id) as EntryAddress;

  const read = async () => (await entries.find(diary, address)) as Entry;
  const moveTo = async (date: string) => {
    const { entry } = await entries.update(diary, address, buildUpdateTo(date));
    return entry as Entry;
  };
  const countSlots = () =>
    Promise.all(
      days.map(async (date) => (await dayItems.find(diary, date))?.entry_count ?? 0),
    );
  const countShown = () =>
    Promise.all(days.map(async (date) => (await entries.list(diary, date)).length));
  return { diary, address, read, moveTo, countSlots, countShown };
}

describe('a move', () => {
  it('fails if the entry was moved away and back, and releases its reservation', async () => {
    const { diary, address, moveTo, countSlots } = await arrange();
    const entry = await moveTo(tuesday);
    await moveTo(monday);
    await moveTo(tuesday);
    const update = buildUpdateTo(wednesday);
    expect(await move(diary, { address, entry, update })).toBeUndefined();
    expect(await countSlots()).toEqual([0, 1, 0]);
  });

  it('fails if the entry was deleted meanwhile, and releases its reservation', async () => {
    const { diary, address, moveTo, countSlots } = await arrange();
    const entry = await moveTo(tuesday);
    await entries.remove(diary, address);
    const update = buildUpdateTo(wednesday);
    expect(await move(diary, { address, entry, update })).toEqual({});
    expect(await countSlots()).toEqual([0, 0, 0]);
  });

  it('keeps the reservation of a concurrent request that made the same move', async () => {
    const { diary, address, read, moveTo, countSlots, countShown } = await arrange();
    const entry = await read();
    await moveTo(tuesday);
    const update = buildUpdateTo(tuesday);
    expect(await move(diary, { address, entry, update })).toBeUndefined();
    expect(await countSlots()).toEqual([0, 1, 0]);
    expect(await countShown()).toEqual([0, 1, 0]);
  });

  it('releases its reservation if the update makes the stored item too large (Y10)', async () => {
    const { diary, address, read, countSlots, countShown } = await arrange();
    await table().update(
      keys.diaryDay(diary.user_id, monday),
      { set: { ballast: 'x'.repeat(409_000) } },
      { ballast: isAbsent },
    );
    const entry = await read();
    const update = buildUpdateTo(tuesday, { exercise: { id: 'x'.repeat(1000) } });
    expect(await move(diary, { address, entry, update })).toEqual({
      exceeded: { date: monday, limit: 'bytes' },
    });
    expect(await countSlots()).toEqual([1, 0, 0]);
    expect(await countShown()).toEqual([1, 0, 0]);
  });
});
