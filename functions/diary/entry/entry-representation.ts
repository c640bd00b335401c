import * as z from 'zod/mini';
import { deferred } from '#shared/contract/schema.ts';
import { bounds } from './bounds.ts';
import {
  exerciseIdMeta,
  exerciseMembers,
  exerciseQuantities,
  maxHeartRateText,
} from './exercise.ts';
import {
  brandName,
  buildNutrientSchemas,
  foodEntryMembers,
  foodName,
  nutrientDescriptions,
} from './food-entry.ts';
import { SourceRepresentation } from './source-representation.ts';
import {
  CalendarDate,
  Energy,
  EnergySource,
  EnergySum,
  UtcOffset,
  UtcTime,
  wholeQuantity,
} from './values.ts';

const heartRate = wholeQuantity(bounds.heart_rate, 'Beats per minute.');
const maxHeartRate = wholeQuantity(bounds.heart_rate, maxHeartRateText);

/** An exercise entry as clients see it. */
export const ExerciseRepresentation = z
  .object({
    id: z.string(),
    type: z.literal('exercise'),
    date: CalendarDate,
    exercise: z
      .object({ id: z.string().check(z.meta(exerciseIdMeta)) })
      .check(z.meta({ id: 'ExerciseReference' })),
    start_time: z.nullable(UtcTime),
    start_offset: z.optional(UtcOffset),
    duration: exerciseMembers.duration,
    energy: Energy,
    energy_source: EnergySource,
    avg_heart_rate: z.nullable(heartRate),
    max_heart_rate: z.nullable(maxHeartRate),
    distance: z.nullable(exerciseQuantities.distance),
    max_speed: z.nullable(exerciseQuantities.max_speed),
    elevation_change: z.nullable(exerciseQuantities.elevation_change),
    source: SourceRepresentation,
  })
  // Not `check(z.meta(...))`: lists make it partial, which a schema with checks does not allow.
  .register(z.globalRegistry, { id: 'Exercise' });

const knownNutrients = buildNutrientSchemas((unit) => {
  const amount = z.number().check(z.describe(nutrientDescriptions[unit]));
  return z.optional(amount);
});

/** The nutrients of a sum. Unknown ones are absent. */
export const KnownNutrients = z.object(knownNutrients).check(
  z.meta({
    id: 'Nutrients',
    description: 'The known nutrients. Unknown ones are absent.',
  }),
);

/** Nutritional contents in a response. Unknown members are absent. */
export const KnownContents = z
  .object({ energy: z.optional(EnergySum), ...knownNutrients })
  .check(
    z.meta({
      id: 'NutritionalContents',
      description: 'The known contents. Unknown ones are absent.',
    }),
  );

/** A food entry as clients see it. */
export const FoodEntryRepresentation = z
  .object({
    id: z.string(),
    type: z.literal('food_entry'),
    date: CalendarDate,
    diary_meal: foodEntryMembers.diary_meal,
    food: z.nullable(
      z
        .object({
          name: foodName,
          brand: z.nullable(brandName),
        })
        .check(z.meta({ id: 'Food' })),
    ),
    servings: foodEntryMembers.servings,
    nutritional_contents: KnownContents,
    source: SourceRepresentation,
  })
  // Not `check(z.meta(...))`: lists make it partial, which a schema with checks does not allow.
  .register(z.globalRegistry, { id: 'FoodEntry' });

/** An entry of each type as clients see it. */
export const representations = {
  exercise: ExerciseRepresentation,
  food_entry: FoodEntryRepresentation,
} as const;

/** An entry as clients see it, with null for absent members. */
export const EntryRepresentation = deferred(() =>
  z
    .discriminatedUnion('type', [ExerciseRepresentation, FoodEntryRepresentation])
    .check(z.meta({ id: 'DiaryEntry' })),
);

/** Several entries as clients see them. */
export const DiaryEntries = z
  .object({ items: z.array(EntryRepresentation) })
  .check(z.meta({ id: 'DiaryEntries' }));
