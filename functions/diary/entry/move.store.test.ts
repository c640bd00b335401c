import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { absent } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import * as batches from './batch.store.ts';
import type { Day } from './day.ts';
import * as entries from './entry.store.ts';
import type { Entry } from './entry.ts';
import { type EntryAddress, parseEntryId } from './entry-id.ts';
import { move } from './move.store.ts';

const days = ['2026-11-16', '2026-11-17', '2026-11-18'] as const;
const [monday, tuesday, wednesday] = days;

const to = (date: string, set = {}) => ({ now: new Date(), date, set, remove: [] });

/** A person with one entry at home on Monday. */
async function arrange() {
  const user_id = newId(new Date());
  const energy = { unit: 'calories', value: 1 } as const;
  const batch = batches.batchOf(newId(new Date()), [
    { type: 'exercise', date: monday, exercise: { id: 'x' }, duration: 60, energy },
  ]);
  await batches.create(table(), user_id, batch, new Date());
  const at = parseEntryId(batch.entries[0].id) as EntryAddress;
  const seen = async () => (await entries.find(table(), user_id, at)) as Entry;
  const go = async (date: string) =>
    (await entries.change(table(), user_id, at, to(date))).entry as Entry;
  const placesOf = () =>
    Promise.all(
      days.map(
        async (date) => (await table().get<Day>(keys.diaryDay(user_id, date)))?.entry_count ?? 0,
      ),
    );
  const shown = () =>
    Promise.all(days.map(async (date) => (await entries.list(table(), user_id, date)).length));
  return { user_id, at, seen, go, placesOf, shown };
}

it('is refused where the entry has left and come back meanwhile, and gives back the place that it took', async () => {
  const { user_id, at, go, placesOf } = await arrange();
  const seen = await go(tuesday);
  await go(monday);
  await go(tuesday);
  expect(await move(table(), user_id, at, seen, to(wednesday))).toBeUndefined();
  expect(await placesOf()).toEqual([0, 1, 0]);
});

it('is refused where the entry was deleted meanwhile, and gives back the place that it took', async () => {
  const { user_id, at, go, placesOf } = await arrange();
  const seen = await go(tuesday);
  await entries.remove(table(), user_id, at);
  expect(await move(table(), user_id, at, seen, to(wednesday))).toEqual({});
  expect(await placesOf()).toEqual([0, 0, 0]);
});

it('takes nothing from another request that makes the same move', async () => {
  const { user_id, at, seen, go, placesOf, shown } = await arrange();
  const before = await seen();
  await go(tuesday);
  expect(await move(table(), user_id, at, before, to(tuesday))).toBeUndefined();
  expect(await placesOf()).toEqual([0, 1, 0]);
  expect(await shown()).toEqual([0, 1, 0]);
});

it('gives back the place that it took where the day of the entry has no room for the change (Y10)', async () => {
  const { user_id, at, seen, placesOf, shown } = await arrange();
  await table().update(
    keys.diaryDay(user_id, monday),
    { set: { ballast: 'x'.repeat(409_000) } },
    { ballast: absent },
  );
  const change = to(tuesday, { exercise: { id: 'x'.repeat(1000) } });
  expect(await move(table(), user_id, at, await seen(), change)).toEqual({
    full: { date: monday, of: 'bytes' },
  });
  expect(await placesOf()).toEqual([1, 0, 0]);
  expect(await shown()).toEqual([1, 0, 0]);
});
