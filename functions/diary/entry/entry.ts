import * as z from 'zod/mini';
import { whenValid } from '#shared/contract/schema.ts';
import { maxItems } from './bounds.ts';
import {
  checkHeartRates,
  ExerciseCreation,
  type ExerciseEntry,
  exerciseMembers,
  omitEstimate,
  placeStart,
} from './exercise.ts';
import { type FoodEntry, FoodEntryCreation, foodEntryMembers } from './food-entry.ts';
import type { FoodOriginFields, OriginFields } from './origin.ts';
import { SourceChange } from './source.ts';

/** The types of entry that can be written. */
export type EntryType = (ExerciseEntry | FoodEntry)['type'];

/** An entry as a client sends it. */
export const EntryInput = z
  .discriminatedUnion('type', [ExerciseCreation, FoodEntryCreation])
  .check(z.meta({ id: 'DiaryEntryInput' }));
const entries = z.array(EntryInput).check(
  z.minLength(1),
  z.refine((items) => items.length <= maxItems, {
    error: `must have at most ${maxItems} items`,
    when: whenValid(),
  }),
  z.meta({ maxItems }),
);

/**
 * One to fifty entries, which are stored all together or not at all. A longer list is cut to 51
 * entries before validation, which limits the work and still reports that it is too long.
 */
export const EntryCreation = z
  .object({
    items: z.pipe(z.transform(truncate), entries),
  })
  .check(z.meta({ id: 'DiaryEntriesInput' }));

function truncate(sent: unknown): unknown {
  return Array.isArray(sent) ? sent.slice(0, maxItems + 1) : sent;
}

/** An entry as it is stored: the sent or imported members. */
export type StoredEntry = (ExerciseEntry & OriginFields) | (FoodEntry & FoodOriginFields);

export type Entry = StoredEntry & { id: string };

const typeMember = z
  .enum(['exercise', 'food_entry'])
  .check(z.describe('The type of the entry; cannot be changed.'));
const unchangedType = (type: EntryType) =>
  z.literal(type, `must be ${type}; the type of an entry cannot be changed`);

/** The members of an entry that a PATCH can change. */
export const EntryChange = z
  .partial(
    z.object({
      type: typeMember,
      ...exerciseMembers,
      ...foodEntryMembers,
      source: SourceChange,
    }),
  )
  .check(z.meta({ id: 'DiaryEntryChangeInput' }));
export type EntryChange = z.output<typeof EntryChange>;

/**
 * Returns false if a PATCH changes the source together with other members than `type`. A change of
 * the source writes several entries, so it needs a request of its own.
 */
function isSourceAlone({ type: _, source, ...others }: Record<string, unknown>): boolean {
  return source === undefined || Object.keys(others).length === 0;
}

const WithPlainOrigin = z.object({
  source: z.union([
    z.object({ origin: z.enum(['application', 'person']) }),
    // That of an export names no workout which others could be separated from.
    z.object({
      origin: z.literal('file'),
      separated_from: z.optional(z.undefined()),
      joined_with: z.optional(z.undefined()),
      duplicates: z.optional(z.undefined()),
    }),
  ]),
});

/**
 * Drops the source of an entry that was not imported as a workout, so that a client can write back
 * what it has read.
 */
function dropPlainOrigin(sent: unknown): unknown {
  if (!WithPlainOrigin.safeParse(sent).success) return sent;
  return { ...(sent as object), source: undefined };
}

const ExerciseChange = z
  .partial(
    z.object({
      type: unchangedType('exercise'),
      ...exerciseMembers,
      source: SourceChange,
    }),
  )
  .check(
    checkHeartRates(),
    z.refine(isSourceAlone, {
      path: ['source'],
      error: 'must be the only member of the request',
      when: whenValid(),
    }),
  );

/** A PATCH of an entry of each type. Members of the other type are ignored (wire.md Y9). */
export const changes = {
  exercise: z.pipe(
    z.transform(dropPlainOrigin),
    z.pipe(z.pipe(ExerciseChange, z.transform(placeStart)), z.transform(omitEstimate)),
  ),
  food_entry: z.partial(
    z.object({
      type: unchangedType('food_entry'),
      ...foodEntryMembers,
    }),
  ),
} as const;
