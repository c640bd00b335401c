import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { absent } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import * as batches from './batch.store.ts';
import type { Day } from './day.ts';

const days = ['2026-11-16', '2026-11-17', '2026-11-18'] as const;
const [home, further, full] = days;

/** A person, and a batch of them with an entry on each of some days. */
function arrange(dates: readonly string[], hasKey = false) {
  const user_id = newId(new Date());
  const energy = { unit: 'calories', value: 1 } as const;
  const posted = dates.map((date) => ({
    type: 'exercise' as const,
    date,
    exercise: { id: 'x' },
    duration: 60,
    energy,
  }));
  const batch = batches.batchOf(newId(new Date()), posted, hasKey);
  /** Leaves a day too few bytes for anything more. */
  const stuff = (date: string) =>
    table().update(
      keys.diaryDay(user_id, date),
      { set: { ballast: 'x'.repeat(409_500) } },
      { ballast: absent },
    );
  const placesOn = async (date: string) =>
    (await table().get<Day>(keys.diaryDay(user_id, date)))?.entry_count ?? 0;
  return { user_id, batch, stuff, placesOn };
}

it.each([home, full])(
  'takes no places where the item of a day is too large: %s',
  async (stuffed) => {
    const { user_id, batch, stuff, placesOn } = arrange([home, further, further, full]);
    await stuff(stuffed);
    expect(await batches.create(table(), user_id, batch, new Date())).toEqual([
      { date: stuffed, of: 'bytes' },
    ]);
    expect(await Promise.all(days.map(placesOn))).toEqual([0, 0, 0]);
  },
);

it('keeps the places of a batch with a key, on which a repeat may rely', async () => {
  const { user_id, batch, stuff, placesOn } = arrange([home, further], true);
  await stuff(home);
  expect(await batches.create(table(), user_id, batch, new Date())).toEqual([
    { date: home, of: 'bytes' },
  ]);
  expect(await placesOn(further)).toBe(1);
});
