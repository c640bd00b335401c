import { expect, it } from 'vitest';
import fc from '#kit/property.ts';
import type { Entry } from './entry.ts';
import type { FoodEntry } from './food-entry.ts';
import { computeMeals, Decimal, summarizeDays, toRoundedNumber } from './totals.ts';

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

function createRun(value: number, isImported = false): Entry {
  const run = { type: 'exercise' as const, date, exercise: { id: '1' }, duration: 60 };
  const facts = { date, start: 0, duration: 60, activity_type_id: '1' };
  const imported = { ...facts, read_at: 0, digest: '' };
  const energy = { unit: 'calories' as const, value };
  return { id: 'run', ...run, energy, ...(isImported && { imported }) };
}

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

it.each([
  { values: [0, 0], energy_out: null, energy_unknown: 2 },
  { values: [0, 200], energy_out: { unit: 'calories', value: 200 }, energy_unknown: 1 },
])('sums the known energies of $values, and counts the others', ({ values, ...sums }) => {
  const imported = values.map((value) => createRun(value, true));
  expect(summarizeDays(imported)).toMatchObject([{ date, ...sums }]);
});

it('counts a 0 that was not imported as stated, unless it was sent as unknown', () => {
  const stated = { energy_out: { unit: 'calories', value: 0 }, energy_unknown: 0 };
  expect(summarizeDays([createRun(0)])).toMatchObject([stated]);
  const unknown = { ...createRun(0), energy_source: 'unknown' as const };
  expect(summarizeDays([unknown])).toMatchObject([{ energy_out: null }]);
});

it('lists meals in the order first logged, whatever the case of their names', () => {
  const names = ['Snacks', 'Breakfast', 'Snacks', 'breakfast', '__proto__', '1'];
  const meals = computeMeals(
    date,
    names.map((name) => createEntry({ fat: 1 }, 1, name)),
  );
  expect(meals.map(({ diary_meal }) => diary_meal)).toEqual([
    'Snacks',
    'Breakfast',
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

function sum(...numbers: number[]): number {
  const total = numbers.reduce(
    (subtotal, number) => subtotal.plus(number),
    new Decimal(0),
  );
  return toRoundedNumber(total);
}

it('adds decimals without rounding errors', () => {
  expect(sum(0.1, 0.2)).toBe(0.3);
  expect(sum(...Array(1000).fill(0.1))).toBe(100);
  expect(sum(1.005, 1.005)).toBe(2.01);
  expect(sum(1e-9, 100_000)).toBe(100_000.000000001);
});

it('multiplies decimals without rounding errors', () => {
  const product = (one: number, other: number) =>
    toRoundedNumber(new Decimal(one).times(other));
  expect(product(4.35, 100)).toBe(435);
  expect(product(1.1, 1.1)).toBe(1.21);
  expect(product(0.3333333333333333, 9)).toBe(3);
});

it('divides to nine decimal places, rounded half up', () => {
  const quotient = (one: number, other: number) =>
    toRoundedNumber(new Decimal(one).div(other));
  expect(quotient(1, 3)).toBe(0.333333333);
  expect(quotient(2, 3)).toBe(0.666666667);
  expect(quotient(4.184, 4.184)).toBe(1);
  expect(quotient(100, 4.184)).toBe(23.900573614);
  expect(toRoundedNumber(new Decimal(0.0000000005))).toBe(0.000000001);
});

it('reads every double as the shortest decimal that identifies it', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      // Adding 0 makes -0 and 0 equal.
      expect(new Decimal(value).toNumber() + 0).toBe(value + 0);
    }),
  );
});

it('returns the same sum in any order', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 10 ** 9 }), {
    minLength: 1,
    maxLength: 50,
  });
  fc.assert(
    fc.property(amounts, (thousandths) => {
      const numbers = thousandths.map((amount) => amount / 1000);
      const exactSum = thousandths.reduce((total, amount) => total + amount) / 1000;
      expect(sum(...numbers)).toBe(exactSum);
      expect(sum(...numbers.toReversed())).toBe(exactSum);
    }),
  );
});
