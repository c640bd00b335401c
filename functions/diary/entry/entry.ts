import * as z from 'zod/mini';
import { mostItems } from './bounds.ts';
import {
  ExerciseCreation,
  type ExerciseEntry,
  ExerciseRepresentation,
  exerciseMembers,
  presentExercise,
} from './exercise.ts';
import {
  type FoodEntry,
  FoodEntryCreation,
  FoodEntryRepresentation,
  foodEntryMembers,
  presentFoodEntry,
} from './food-entry.ts';

/** The types of entry that can be written, each with the members that a client writes. */
export const entryMembers = { exercise: exerciseMembers, food_entry: foodEntryMembers } as const;
export type EntryType = keyof typeof entryMembers;

/** One to fifty entries, of which all are stored or none (decision Y3). */
export const EntryCreation = z.object({
  items: z
    .array(z.discriminatedUnion('type', [ExerciseCreation, FoodEntryCreation]))
    .check(z.minLength(1), z.maxLength(mostItems)),
});

/** An entry as it is stored: what was given, under its batch and index. */
export type StoredEntry = (ExerciseEntry | FoodEntry) & {
  /** How often it was moved to another day; absent for never. */
  moves?: number;
};

/** A stored entry and the id that leads to it. */
export type Entry = StoredEntry & { id: string };

/** The members of an entry that a change brings; those of the other type are ignored (decision Y9). */
export const EntryChange = z.partial(
  z.object({
    type: z.enum(['exercise', 'food_entry']).check(z.describe('Cannot change; may be repeated.')),
    ...exerciseMembers,
    ...foodEntryMembers,
  }),
);
export type EntryChange = z.output<typeof EntryChange>;

/** An entry as clients see it, with null for what was not given. */
export const EntryRepresentation = z.discriminatedUnion('type', [
  ExerciseRepresentation,
  FoodEntryRepresentation,
]);

export function present({ id, ...entry }: Entry): z.output<typeof EntryRepresentation> {
  return entry.type === 'exercise' ? presentExercise(id, entry) : presentFoodEntry(id, entry);
}
