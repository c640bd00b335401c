import * as z from 'zod/mini';
import {
  ExerciseRepresentation,
  FoodEntryRepresentation,
} from './entry-representation.ts';
import { Incomplete } from './incomplete.ts';
import { MealRepresentation } from './totals-representation.ts';

/** An item of a day's list. The members that are omitted by default are optional. */
export const ListedItem = z
  .discriminatedUnion('type', [
    z
      .partial(MealRepresentation, { nutritional_contents: true })
      .check(z.meta({ id: 'DiaryMeal' })),
    z
      .partial(ExerciseRepresentation, {
        exercise: true,
        energy: true,
        energy_source: true,
        source: true,
      })
      .check(z.meta({ id: 'ListedExercise' })),
    z
      .partial(FoodEntryRepresentation, {
        food: true,
        nutritional_contents: true,
        source: true,
      })
      .check(z.meta({ id: 'ListedFoodEntry' })),
  ])
  .check(z.meta({ id: 'DiaryItem' }));
export type ListedItem = z.output<typeof ListedItem>;

/** A day of the diary as clients see it. */
export const DiaryDay = z
  .object({ items: z.array(ListedItem), incomplete: Incomplete })
  .check(z.meta({ id: 'DiaryDay' }));
