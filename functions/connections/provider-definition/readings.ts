import * as z from 'zod/mini';
import { toPlausible } from '#functions/diary/workout-import/plausible-workout.ts';
import type { Workout } from '#functions/diary/workout-import/workout.ts';
import { compact } from '#shared/runtime/compact.ts';

const decimal = /^-?\d+(\.\d+)?$/;

/** A number. Some providers write 64-bit integers and decimals as text. */
const Numeric = z.union([z.number(), z.string().check(z.regex(decimal))]);

/** A measured value. It is undefined if it is missing, null, or not a number. */
export const Reading = z.catch(
  z.pipe(
    z.nullish(Numeric),
    z.transform((value) => (value == null ? undefined : Number(value))),
  ),
  undefined,
);

/**
 * The characters of an id. An id becomes a segment of a path, so it can neither be `..` nor contain
 * a slash or an escape.
 */
const idPattern = /^[\w-][\w.~:@=+-]*$/;

/** An id, which providers write as a number or as a string. */
export const RemoteId = z.pipe(
  z.union([z.string().check(z.maxLength(255), z.regex(idPattern)), z.int()]),
  z.transform(String),
);

/** A time with an offset or `Z`. */
export const Instant = z.iso.datetime({ offset: true });

/** A text that may be missing or null. */
export const OptionalText = z.catch(z.optional(z.string()), undefined);

/** Returns the schema of one member of an object, of which nothing else is read. */
export function pickMember<T>(name: string, schema: z.ZodMiniType<T>): z.ZodMiniType<T> {
  const members = z.record(z.string(), z.unknown());
  return z.pipe(
    z.pipe(
      members,
      z.transform((object) => object[name]),
    ),
    schema,
  );
}

/** The values of a workout from a provider, in our units, before implausible values are removed. */
export type WorkoutReadings = {
  [Name in keyof Workout]: Workout[Name] | undefined;
};

/**
 * Creates a workout from the readings of a provider, without implausible values. Returns undefined
 * if the workout has no id, duration or sport, or did not start on a day that the diary can have.
 */
export function createWorkout(readings: WorkoutReadings): Workout | undefined {
  const { remote_id, is_relayed, isSummary, has_file } = readings;
  const facts = toPlausible(readings);
  if (remote_id === '' || !remote_id?.isWellFormed() || !facts) return undefined;
  return compact({ remote_id, ...facts, is_relayed, isSummary, has_file });
}

/** The workouts in a list, and its unreadable items. */
export interface ReadWorkouts {
  workouts: readonly Workout[];
  /** The ids of items that are not as documented. */
  unreadable: readonly string[];
  /** The local starts of workouts that the provider withholds. */
  withheld: readonly string[];
  /** Whether there are further such items, whose ids cannot be read either. */
  hasUnknown: boolean;
}

const ItemId = pickMember('id', RemoteId);

/**
 * What an item of a list is: a workout, one of which the provider withholds all but the local
 * start, or no workout (`skip`). Undefined if it cannot be read.
 */
export type ReadItem = Workout | { withheld: string | undefined } | 'skip' | undefined;

/**
 * Reads the items of a list one by one, so that an invalid item does not hide the others. `Id`
 * reads the id of an item, which is its member `id` by default.
 */
export function readWorkouts<S extends z.ZodMiniType>(
  items: readonly unknown[],
  schema: S,
  convert: (item: z.output<S>) => ReadItem,
  Id: z.ZodMiniType<string> = ItemId,
): ReadWorkouts {
  const workouts: Workout[] = [];
  const unreadable: string[] = [];
  const withheld: string[] = [];
  let hasUnknown = false;
  for (const item of items) {
    const parsed = schema.safeParse(item);
    const read = parsed.success ? convert(parsed.data) : undefined;
    if (read === 'skip') continue;
    if (read !== undefined) {
      if (!('withheld' in read)) workouts.push(read);
      else if (read.withheld !== undefined) withheld.push(read.withheld);
      continue;
    }
    const id = Id.safeParse(item);
    if (id.success) unreadable.push(id.data);
    else hasUnknown = true;
  }
  return { workouts, unreadable, withheld, hasUnknown };
}
