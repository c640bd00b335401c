import * as z from 'zod/mini';
import { deferred } from '#shared/contract/schema.ts';
import { compact, type WithoutNulls } from '#shared/runtime/compact.ts';
import type { Entry } from './entry.ts';
import {
  type ExerciseEntry,
  exerciseIdMeta,
  exerciseMembers,
  exerciseQuantities,
  findEnergySource,
  maxHeartRateText,
} from './exercise.ts';
import {
  brandName,
  buildNutrientSchemas,
  type FoodEntry,
  foodEntryMembers,
  foodName,
  type NutritionalContents,
  nutrientDescriptions,
  nutrients,
} from './food-entry.ts';
import type { OriginFields } from './origin.ts';
import { presentOrigin, SourceRepresentation } from './source-representation.ts';
import {
  bounds,
  CalendarDate,
  Energy,
  EnergySource,
  EnergySum,
  findOffset,
  presentEnergy,
  toUtc,
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

/** Returns an exercise entry as clients see it, with null for absent members. */
export function presentExercise(
  id: string,
  entry: ExerciseEntry & OriginFields,
): z.output<typeof ExerciseRepresentation> {
  const { type, date, exercise, start_time, duration, energy } = entry;
  const { avg_heart_rate, max_heart_rate, distance, max_speed, elevation_change } = entry;
  return compact({
    id,
    type,
    date,
    exercise,
    start_time: toUtc(start_time ?? '') ?? null,
    start_offset: findOffset(start_time ?? ''),
    duration,
    energy: presentEnergy(energy),
    energy_source: findEnergySource(entry),
    avg_heart_rate: avg_heart_rate ?? null,
    max_heart_rate: max_heart_rate ?? null,
    distance: distance ?? null,
    max_speed: max_speed ?? null,
    elevation_change: elevation_change ?? null,
    source: presentOrigin(entry),
  });
}

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

/** Returns nutritional contents with their members in a fixed order. */
function presentContents(
  contents: WithoutNulls<z.output<typeof NutritionalContents>>,
): z.output<typeof KnownContents> {
  const amounts = nutrients.map((nutrient) => [nutrient, contents[nutrient]] as const);
  const energy = contents.energy && presentEnergy(contents.energy);
  return compact({ energy, ...Object.fromEntries(amounts) });
}

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

/** Returns a food entry as clients see it, with null for absent members. */
export function presentFoodEntry(
  id: string,
  entry: FoodEntry & Pick<OriginFields, 'origin'>,
): z.output<typeof FoodEntryRepresentation> {
  const { type, date, diary_meal, food, servings, nutritional_contents } = entry;
  return {
    id,
    type,
    date,
    diary_meal,
    food: food ? presentFood(food) : null,
    servings,
    nutritional_contents: presentContents(nutritional_contents),
    source: presentOrigin(entry),
  };
}

function presentFood(food: NonNullable<FoodEntry['food']>) {
  return { name: food.name, brand: food.brand || null };
}

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

/** Returns an entry as clients see it. */
export function present({ id, ...entry }: Entry): z.output<typeof EntryRepresentation> {
  if (entry.type === 'exercise') return presentExercise(id, entry);
  return presentFoodEntry(id, entry);
}

/** Returns an entry with the offset in its start, for an export. */
export function presentWithOffset({ id, ...entry }: Entry) {
  if (entry.type !== 'exercise') return presentFoodEntry(id, entry);
  const { start_offset: _, ...exercise } = presentExercise(id, entry);
  return { ...exercise, start_time: entry.start_time ?? null };
}
