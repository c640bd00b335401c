import { expect, it } from 'vitest';
import type { FoodEntry } from './food-entry.ts';
import { computeMeals } from './meal.ts';

const date = '2026-11-20';

const eaten = (
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

const lunch = (...entries: FoodEntry[]) =>
  computeMeals(date, entries)[0]?.nutritional_contents;

it('sums nutrients times servings without rounding errors (Y5, Y6)', () => {
  expect(lunch(eaten({ protein: 0.1 }), eaten({ protein: 0.2 }))).toEqual({
    protein: 0.3,
  });
  expect(lunch(eaten({ sodium: 1.1 }, 3), eaten({ sodium: 4.35 }, 0.01))).toEqual({
    sodium: 3.3435,
  });
});

it('omits a nutrient only if no entry has it: zero is known (Y6)', () => {
  expect(lunch(eaten({ protein: 0 }), eaten({ fat: 1 }), eaten({}))).toEqual({
    protein: 0,
    fat: 1,
  });
  expect(lunch(eaten({ energy: { unit: 'calories', value: 0 } }))).toEqual({
    energy: { unit: 'calories', value: 0 },
  });
  expect(lunch(eaten({}))).toEqual({});
});

it('sums mixed energy in the unit of the first entry that has one (Y6)', () => {
  const calories = eaten({ energy: { unit: 'calories', value: 100.1 } });
  const kilojoules = eaten({ energy: { unit: 'kilojoules', value: 4.184 } }, 2);
  expect(lunch(eaten({}), calories, kilojoules)?.energy).toEqual({
    unit: 'calories',
    value: 102.1,
  });
  expect(lunch(kilojoules, calories)?.energy).toEqual({
    unit: 'kilojoules',
    value: 427.1864,
  });
});

it('lists meals in the order first logged, by their exact names (Y5)', () => {
  const names = ['Snacks', 'Breakfast', 'Snacks', 'breakfast', '__proto__', '1'];
  const meals = computeMeals(
    date,
    names.map((name) => eaten({ fat: 1 }, 1, name)),
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
