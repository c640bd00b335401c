import { expect, it } from 'vitest';
import { newId } from '../../../shared/runtime/ids.ts';
import { keys } from '../../../shared/table/keys.ts';
import { table } from '../../../test/kit/fixtures.ts';
import * as batches from './batch.store.ts';
import type { Day } from './day.ts';
import * as entries from './entry.store.ts';
import type { Entry } from './entry.ts';
import { type EntryAddress, parseEntryId } from './entry-id.ts';
import { move } from './move.store.ts';

const [monday, tuesday, wednesday] = ['2026-11-16', '2026-11-17', '2026-11-18'] as const;

const to = (date: string) => ({ date, set: {}, remove: [] });

/** A person with one entry at home on Monday. */
async function arrange() {
  const user_id = newId(new Date());
  const energy = { unit: 'calories', value: 1 } as const;
  const batch = batches.batchOf(newId(new Date()), [
    { type: 'exercise', date: monday, exercise: { id: 'x' }, duration: 60, energy },
  ]);
  await batches.create(table(), user_id, batch);
  const at = parseEntryId(batch.entries[0].id) as EntryAddress;
  const go = async (date: string) => (await entries.change(table(), user_id, at, to(date))).entry as Entry;
  const placesOn = async (date: string) =>
    (await table().get<Day>(keys.diaryDay(user_id, date)))?.entry_count ?? 0;
  return { user_id, at, go, placesOn };
}

it('is refused where the entry has left and come back meanwhile, and gives back the place that it took', async () => {
  const { user_id, at, go, placesOn } = await arrange();
  const seen = await go(tuesday);
  await go(monday);
  await go(tuesday);
  expect(await move(table(), user_id, at, seen, to(wednesday))).toBeUndefined();
  expect(await Promise.all([monday, tuesday, wednesday].map(placesOn))).toEqual([0, 1, 0]);
});

it('is refused where the entry was deleted meanwhile, and gives back the place that it took', async () => {
  const { user_id, at, go, placesOn } = await arrange();
  const seen = await go(tuesday);
  await entries.remove(table(), user_id, at);
  expect(await move(table(), user_id, at, seen, to(wednesday))).toEqual({});
  expect(await Promise.all([monday, tuesday, wednesday].map(placesOn))).toEqual([0, 0, 0]);
});

it('keeps the place that another request took for the same move', async () => {
  const { user_id, at, go, placesOn } = await arrange();
  const seen = await entries.find(table(), user_id, at);
  await go(tuesday);
  expect(await move(table(), user_id, at, seen as Entry, to(tuesday))).toBeUndefined();
  expect(await Promise.all([monday, tuesday].map(placesOn))).toEqual([0, 1]);
  expect(await entries.list(table(), user_id, tuesday)).toHaveLength(1);
});
