import * as z from 'zod/mini';
import { maxItems } from './bounds.ts';
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

/** The types of entry that can be written. */
export type EntryType = (ExerciseEntry | FoodEntry)['type'];

const entries = z.array(z.discriminatedUnion('type', [ExerciseCreation, FoodEntryCreation])).check(
  z.minLength(1),
  z.refine((items) => items.length <= maxItems, {
    error: `must have at most ${maxItems} items`,
    when: ({ value }) => Array.isArray(value),
  }),
  z.meta({ maxItems: maxItems }),
);

/**
 * One to fifty entries, of which all are stored or none (decision Y3). A longer list is cut to one
 * more than that, so that it is refused together with whatever else is wrong with its items, and is
 * no more work than one that is not.
 */
export const EntryCreation = z.object({
  items: z.pipe(
    z.transform((sent: unknown) => (Array.isArray(sent) ? sent.slice(0, maxItems + 1) : sent)),
    entries,
  ),
});

/** An entry as it is stored: what was given, under its batch and index. */
export type StoredEntry = (ExerciseEntry | FoodEntry) & {
  /**
   * The id of the move that brought it where it is shown; absent where it is shown on the day that
   * it was posted for.
   */
  place?: string;
};

/** A stored entry and the id that leads to it. */
export type Entry = StoredEntry & { id: string };

const typeMember = z
  .enum(['exercise', 'food_entry'])
  .check(z.describe('The type of the entry; cannot be changed.'));
const unchangedType = (type: EntryType) =>
  z.literal(type, `must be ${type}; the type of an entry cannot be changed`);

/** The members of an entry that a change can bring. */
export const EntryChange = z.partial(
  z.object({ type: typeMember, ...exerciseMembers, ...foodEntryMembers }),
);
export type EntryChange = z.output<typeof EntryChange>;

/**
 * A change of an entry of each type: members of the other are as little looked at as unknown ones
 * (decision Y9).
 */
export const changes = {
  exercise: z.partial(z.object({ type: unchangedType('exercise'), ...exerciseMembers })),
  food_entry: z.partial(z.object({ type: unchangedType('food_entry'), ...foodEntryMembers })),
} as const;

/** An entry as clients see it, with null for what was not given. */
export const EntryRepresentation = z.discriminatedUnion('type', [
  ExerciseRepresentation,
  FoodEntryRepresentation,
]);

export function present({ id, ...entry }: Entry): z.output<typeof EntryRepresentation> {
  return entry.type === 'exercise' ? presentExercise(id, entry) : presentFoodEntry(id, entry);
}
