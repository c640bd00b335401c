import type * as z from 'zod/mini';
import { compact, pick, type WithoutNulls } from '#shared/runtime/compact.ts';
import { findEnergySource } from './energy-source.ts';
import type { Entry } from './entry.ts';
import type {
  EntryRepresentation,
  ExerciseRepresentation,
  FoodEntryRepresentation,
  KnownContents,
} from './entry-representation.ts';
import type { ExerciseEntry } from './exercise.ts';
import type { FoodEntry, NutritionalContents } from './food-entry.ts';
import { nutrients } from './nutrients.ts';
import type { FoodOriginFields, OriginFields } from './origin.ts';
import { presentOrigin } from './present-origin.ts';
import { findOffset, toUtc } from './times.ts';
import { presentEnergy } from './values.ts';

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

/** Returns the numbers of an entry's own record in place of which others are shown, if any are. */
export function presentOwn({
  id,
  own,
  ...entry
}: ExerciseEntry & OriginFields & { id: string }) {
  if (!own) return undefined;
  const names: object = own.energy ? { ...own, energy_source: true } : own;
  return pick(presentExercise(id, { ...entry, ...own }), names);
}

/** Returns an exercise entry as clients see it, with null for absent members. */
function presentExercise(
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

/** Returns a food entry as clients see it, with null for absent members. */
function presentFoodEntry(
  id: string,
  entry: FoodEntry & FoodOriginFields,
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

/** Returns nutritional contents with their members in a fixed order. */
function presentContents(
  contents: WithoutNulls<z.output<typeof NutritionalContents>>,
): z.output<typeof KnownContents> {
  const amounts = nutrients.map((nutrient) => [nutrient, contents[nutrient]] as const);
  const energy = contents.energy && presentEnergy(contents.energy);
  return compact({ energy, ...Object.fromEntries(amounts) });
}
