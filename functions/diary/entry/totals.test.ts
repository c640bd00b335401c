import { expect, it } from 'vitest';
import type { FoodEntry } from './food-entry.ts';
import { computeMeals } from './totals.ts';

const date = '2026-11-20';

const createEntry = (
  nutritional_contents: FoodEntry['nutritional_contents'],
  servings = 1,
  diary_meal = 'Lunch',
): FoodEntry => ({
  type: 'food_entry',
  date,
  diary_meal,
  servings,
  nutritional_contents,
});

const sumLunch = (...entries: FoodEntry[]) =>
  computeMeals(date, entries)[0]?.nutritional_contents;

it('sums nutrients times servings without rounding errors', () => {
  expect(sumLunch(createEntry({ protein: 0.1 }), createEntry({ protein: 0.2 }))).toEqual({
    protein: 0.3,
  });
  expect(
    sumLunch(createEntry({ sodium: 1.1 }, 3), createEntry({ sodium: 4.35 }, 0.01)),
  ).toEqual({
    sodium: 3.3435,
  });
});

it('omits a nutrient only if no entry has it: zero is known', () => {
  expect(
    sumLunch(createEntry({ protein: 0 }), createEntry({ fat: 1 }), createEntry({})),
  ).toEqual({
    protein: 0,
    fat: 1,
  });
  expect(sumLunch(createEntry({ energy: { unit: 'calories', value: 0 } }))).toEqual({
    energy: { unit: 'calories', value: 0 },
  });
  expect(sumLunch(createEntry({}))).toEqual({});
});

it('sums mixed energy in the unit of the first entry that has one', () => {
  const calories = createEntry({ energy: { unit: 'calories', value: 100.1 } });
  const kilojoules = createEntry({ energy: { unit: 'kilojoules', value: 4.184 } }, 2);
  expect(sumLunch(createEntry({}), calories, kilojoules)?.energy).toEqual({
    unit: 'calories',
    // 100.1 and twice the 4.184 kilojoules of a calorie.
    value: 102.1,
  });
  expect(sumLunch(kilojoules, calories)?.energy).toEqual({
    unit: 'kilojoules',
    // The same 102.1 calories, times 4.184.
    value: 427.1864,
  });
});

it('lists meals in the order first logged, by their exact names', () => {
  const names = ['Snacks', 'Breakfast', 'Snacks', 'breakfast', '__proto__', '1'];
  const meals = computeMeals(
    date,
    names.map((name) => createEntry({ fat: 1 }, 1, name)),
  );
  expect(meals.map(({ diary_meal }) => diary_meal)).toEqual([
    'Snacks',
    'Breakfast',
    'breakfast',
    '__proto__',
    '1',
  ]);
  expect(meals[0]).toEqual({
    type: 'diary_meal',
    date,
    diary_meal: 'Snacks',
    nutritional_contents: { fat: 2 },
  });
});
