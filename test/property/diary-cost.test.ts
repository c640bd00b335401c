import { expect, it } from 'vitest';
import { porridge, run } from '#kit/diary.ts';
import { newId } from '#shared/runtime/ids.ts';
import { openDiaryInProcess } from './in-process.ts';

let latestLine = '';

const newDiary = () =>
  openDiaryInProcess(newId(new Date()), (line) => {
    latestLine = line;
  });

/** Returns the store calls and units of the last request, from its log line. */
function getLastCost(): { store_calls: number; read_units: number; write_units: number } {
  const { store_calls, read_units, write_units } = JSON.parse(latestLine);
  return { store_calls, read_units, write_units };
}

const nutrients = [
  'protein',
  'fat',
  'saturated_fat',
  'polyunsaturated_fat',
  'monounsaturated_fat',
  'trans_fat',
  'cholesterol',
  'sodium',
  'potassium',
  'fiber',
  'sugar',
  'vitamin_a',
  'vitamin_c',
  'calcium',
  'iron',
  'carbohydrates',
];

/** A food entry with all members. */
const feast = {
  ...porridge,
  food: { name: 'Semolina pudding with cherries', brand: 'Grandmother & Daughters' },
  nutritional_contents: {
    energy: { unit: 'calories', value: 356.25 },
    ...Object.fromEntries(nutrients.map((name, i) => [name, i + 0.25])),
  },
};

it.each([
  ['runs', run],
  ['meals', porridge],
  ['meals with every nutrient', feast],
])(
  'posts ten %s of one day for one store call and at most 5 write units',
  async (_, item) => {
    const { status } = await newDiary().post(Array(10).fill(item));
    expect(status).toBe(201);
    expect(getLastCost().store_calls).toBe(1);
    expect(getLastCost().write_units).toBeLessThanOrEqual(5);
  },
);

it('takes one store call more with an Idempotency-Key', async () => {
  await newDiary().post([run], { 'Idempotency-Key': 'a' });
  expect(getLastCost()).toMatchObject({ store_calls: 2, write_units: 2 });
});

it('changes and deletes with one store call, and reads a day without reading other days', async () => {
  const mine = newDiary();
  const [entry] = (await mine.post(Array(10).fill(run))).body.items;
  await mine.listDay(run.date);
  const costOfDay = getLastCost();
  expect(costOfDay).toMatchObject({ store_calls: 1, write_units: 0 });
  await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      mine.post([
        { ...run, date: new Date(Date.UTC(2020, 0, i + 1)).toISOString().slice(0, 10) },
      ]),
    ),
  );
  await mine.listDay(run.date);
  expect(getLastCost()).toEqual(costOfDay);
  await mine.change(entry?.id ?? '', { duration: 60 });
  expect(getLastCost().store_calls).toBe(1);
  await mine.remove(entry?.id ?? '');
  expect(getLastCost().store_calls).toBe(1);
});

it('posts to several days in one transaction, which costs twice', async () => {
  const dates = ['2026-11-20', '2026-11-21', '2026-11-22'];
  const { status } = await newDiary().post(dates.map((date) => ({ ...run, date })));
  expect(status).toBe(201);
  expect(getLastCost()).toMatchObject({ store_calls: 1, write_units: 6 });
});

it('moves with one read and one transaction, and takes one call more for a moved entry', async () => {
  const mine = newDiary();
  const [entry] = (await mine.post([run])).body.items;
  const id = entry?.id ?? '';
  await mine.change(id, { date: '2026-11-21' });
  expect(getLastCost()).toMatchObject({ store_calls: 2, read_units: 1, write_units: 4 });
  await mine.read(id);
  expect(getLastCost()).toMatchObject({ store_calls: 2, read_units: 2 });
  await mine.change(id, { duration: 60 });
  expect(getLastCost().store_calls).toBe(2);
  await mine.listDay('2026-11-21');
  expect(getLastCost()).toMatchObject({ store_calls: 1, read_units: 1 });
  await mine.change(id, { date: '2026-11-22' });
  expect(getLastCost()).toMatchObject({ store_calls: 3, write_units: 6 });
  await mine.remove(id);
  expect(getLastCost().store_calls).toBe(2);
});
