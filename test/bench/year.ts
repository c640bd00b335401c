import { addDays, type DayRange, listDates } from '#functions/diary/entry/dates.ts';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import { nutrients } from '#functions/diary/entry/nutrients.ts';
import { putItems } from '#kit/put-items.ts';
import { newId } from '#shared/runtime/ids.ts';

const first = '2026-01-01';
/** As many days as one summary has. Their items have less than 1 MB, so one query reads them. */
export const year: DayRange = { first, last: addDays(first, 365) };

const meals = ['Breakfast', 'Lunch', 'Dinner', 'Snack'];

/** Stores a run and some foods, each with its energy and eight nutrients, on each day. */
export function storeDays(
  user_id: string,
  range: DayRange,
  count: number,
): Promise<void> {
  const items = listDates(range).map((date, day) => {
    const foods = Array.from({ length: count }, (_, index) =>
      buildMeal(date, meals[index % meals.length] ?? '', day + index),
    );
    const batches = [buildRun(date, day), ...foods].map((entry) => [
      newId(new Date()),
      { 0: entry },
    ]);
    return { ...dayKeys.diaryDay(user_id, date), ...Object.fromEntries(batches) };
  });
  return putItems(items);
}

function buildRun(date: string, day: number) {
  return {
    type: 'exercise',
    date,
    exercise: { id: '1' },
    duration: 1800 + day,
    energy: { unit: 'calories', value: 254.5 },
    distance: 5000 + day / 10,
  };
}

function buildMeal(date: string, diary_meal: string, day: number) {
  const known = nutrients.slice(0, 8).map((name, index) => [name, (day + index) / 10]);
  const energy = { unit: 'calories', value: 200 + day };
  return {
    type: 'food_entry',
    date,
    diary_meal,
    food: { name: 'Porridge', brand: 'Oaty' },
    servings: 1.5,
    nutritional_contents: { energy, ...Object.fromEntries(known) },
  };
}
