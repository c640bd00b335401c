import { expect, it } from 'vitest';
import { addDays } from '#functions/diary/entry/dates.ts';
import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import { listStoredEntries } from '#functions/diary/entry/day-item.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { importDays } from './import-foods.ts';
import { planFoodDay } from './plan-food-day.ts';

it('writes fewer days at a time, each once, while the store is throttling', async () => {
  const { user_id } = await newPerson();
  const store = table();
  const sizes: number[] = [];
  const pauses: number[] = [];
  const transact: typeof store.transact = async (changes) => {
    sizes.push(changes.length);
    if (changes.length > 4) throw serviceError('unavailable', { cause: 'throttling' });
    return store.transact(changes);
  };
  const pause = async (ms: number) => void pauses.push(ms);
  const days = Array.from({ length: 10 }, (_, index) => {
    const date = addDays('2026-01-01', index);
    const entry = {
      type: 'food_entry' as const,
      date,
      diary_meal: 'Lunch',
      servings: 1,
      nutritional_contents: { fat: index },
    };
    return { date, foods: [{ row: index, entry }], isCovered: false };
  });
  const by = { import_id: 'i', file_name: 'f', service: 's', isReread: false };
  const stores = { table: { ...store, transact }, checks: [], pause };
  const planned = await importDays(stores, user_id, days, (item, day) =>
    planFoodDay(item, day, by, new Date()),
  );
  expect(planned?.map(({ outcomes }) => outcomes[0]?.outcome)).toEqual(
    days.map(() => 'created'),
  );
  expect(pauses[0]).toBeLessThan(pauses[1] ?? 0);
  const written = sizes.filter((size) => size <= 4).reduce((sum, size) => sum + size, 0);
  expect(written).toBe(10);
  const range = { first: '2026-01-01', last: '2026-01-10' };
  const stored = await dayItems.list({ table: store, user_id }, range);
  expect(stored.flatMap(([date, item]) => listStoredEntries(item, date))).toHaveLength(
    10,
  );
});
