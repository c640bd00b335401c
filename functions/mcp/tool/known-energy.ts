import * as z from 'zod/mini';
import {
  ExerciseRepresentation,
  FoodEntryRepresentation,
} from '#functions/diary/entry/entry-representation.ts';
import { Energy } from '#functions/diary/entry/values.ts';
import { deferred } from '#shared/contract/schema.ts';

const build = () =>
  z.object({ ...ExerciseRepresentation.shape, energy: z.optional(Energy) });

/** A workout as an assistant sees it: without an energy if it is unknown. */
export const KnownExercise = deferred(build);

/** An entry as an assistant sees it. */
export const KnownEntry = deferred(() =>
  z.discriminatedUnion('type', [build(), FoodEntryRepresentation]),
);

/** The same for each type of entry. */
type WithoutEnergy<Item> = Item extends unknown ? Omit<Item, 'energy'> : never;

/** Leaves out a 0 that stands for an unknown energy, which an assistant would count. */
export function omitUnknownEnergy<Item extends object>(
  item: Item & { energy?: unknown; energy_source?: string | undefined },
): Item | WithoutEnergy<Item> {
  if (item.energy_source !== 'unknown') return item;
  const { energy: _, ...rest } = item;
  return rest as WithoutEnergy<Item>;
}
