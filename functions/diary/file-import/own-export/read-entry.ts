import * as z from 'zod/mini';
import type { PolicyOverrides } from '#functions/auth/data-policy/data-policy.ts';
import { bounds } from '#functions/diary/entry/bounds.ts';
import { type EntryAddress, parseEntryId } from '#functions/diary/entry/day-item.ts';
import { EntryInput, type StoredEntry } from '#functions/diary/entry/entry.ts';
import type { ExerciseEntry } from '#functions/diary/entry/exercise.ts';
import { mergedMembers } from '#functions/diary/entry/merged-fields.ts';
import {
  type OriginalOrigin,
  type Sensor,
  toExportedId,
  toSourceKey,
  type WorkoutReference,
} from '#functions/diary/entry/origin.ts';
import { quantity, wholeQuantity } from '#functions/diary/entry/values.ts';
import { listNumbers } from '#functions/diary/merging/imported-entry.ts';
import type {
  PairDecision,
  PairDecisions,
} from '#functions/diary/merging/person-decisions.ts';
import type { ExportedWorkout } from '#functions/diary/workout-import/import-exported-workouts.ts';
import {
  findKnownRootId,
  maxWorkoutDuration,
} from '#functions/diary/workout-import/workout.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { cleanText } from '#shared/contract/clean-text.ts';
import { text } from '#shared/contract/schema.ts';
import { compact, stripNulls } from '#shared/runtime/compact.ts';
import { type ReadOriginal, readOriginal, StatedOrigin } from './read-original.ts';

const isTrue = z.optional(z.boolean());
const seconds = wholeQuantity({ min: 1, max: maxWorkoutDuration }, 'Seconds.');
const bestTime = z.optional(quantity({ min: 1, max: maxWorkoutDuration }, 'Seconds.'));
/** The years 1900 and 2199 begin and end here, in epoch seconds. */
const start = wholeQuantity({ min: -2_208_988_800, max: 7_258_118_399 }, 'Seconds.');

const sensors = [
  'strap',
  'power',
  'positions',
  'barometer',
  'lengths',
  'machine',
  'footpod',
] as const satisfies readonly Sensor[];

const number = z.nullable(z.number().check(z.minimum(-20_000), z.maximum(10_000_000)));

/** What an import has noted about a workout. */
const Facts = z.object({
  start,
  has_floating_start: isTrue,
  duration: seconds,
  elapsed: z.optional(seconds),
  activity_type_id: text(100, 1),
  distance: z.optional(quantity(bounds.distance, 'Meters.')),
  is_relayed: isTrue,
  sensors: z.optional(z.array(z.enum(sensors)).check(z.maxLength(sensors.length))),
  numbers: z.optional(z.array(number).check(z.length(mergedMembers.length))),
  best: z.optional(z.object({ km1: bestTime, km5: bestTime, km10: bestTime })),
});

const maxDecided = 50;
const word = z.optional(z.string());
const Reference = z.object({
  remote_connection_type: word,
  remote_id: word,
  file_id: word,
});
const Decided = z.optional(z.array(Reference).check(z.maxLength(maxDecided)));

const Source = z.extend(StatedOrigin, {
  remote_activity: word,
  remote_id: word,
  file_id: word,
  data_source_id: z.nullish(z.string()),
  /** The members that are those of hidden records. */
  fields: z.optional(z.partialRecord(z.enum(mergedMembers), z.unknown())),
  separated_from: Decided,
  joined_with: Decided,
});
type Source = z.output<typeof Source>;

/** What an export has of an entry beside what a client sends. */
const Context = z.object({
  id: z.string(),
  source: z.optional(Source),
  imported: z.optional(Facts),
  hidden_by: z.optional(z.string()),
  is_edited: isTrue,
  /** The numbers of the record in place of which those of hidden records are shown. */
  own: z.optional(z.record(z.string(), z.unknown())),
  chosen: z.optional(z.partialRecord(z.enum(mergedMembers), Reference)),
});
type Context = z.output<typeof Context>;

/** An entry of an export: one that nothing has recorded, or a workout. */
export type ReadEntry =
  | {
      kind: 'own';
      entry: StoredEntry;
      original: OriginalOrigin;
      key: string;
      firstDate: string;
    }
  | { kind: 'workout'; workout: ExportedWorkout };

/** What the entries of an export are read with. */
export interface EntryContext {
  overrides: PolicyOverrides;
  /** The workouts that decisions name, by the keys that they had. */
  decided: ReadonlyMap<string, string>;
}

/**
 * Reads an entry of an export as if a client had sent it. Returns `implausible` if it is none, and
 * `terms` if the terms of its provider do not allow to take it.
 */
export function readEntry(
  value: unknown,
  { overrides, decided }: EntryContext,
): ReadEntry | 'implausible' | 'terms' {
  const context = Context.safeParse(value);
  const sent = EntryInput.safeParse(
    context.success ? withOwnNumbers(value, context.data) : value,
  );
  const address = context.success ? parseEntryId(context.data.id) : undefined;
  if (!sent.success || !context.success || !address) return 'implausible';
  const entry = stripNulls(sent.data) as StoredEntry;
  const { source = {} } = context.data;
  const read = readOriginal(source, overrides);
  if (read === 'terms') return read;
  if (entry.type === 'exercise' && source.remote_activity !== undefined)
    return {
      kind: 'workout',
      workout: toWorkout(entry, context.data, read, address, decided),
    };
  const { firstDate } = address;
  return { kind: 'own', entry, original: read.original, key: toKey(address), firstDate };
}

/**
 * Returns an entry with the numbers of its own record where others are shown. They are unknown if
 * the export is of an application, and the other record is merged with it again.
 */
function withOwnNumbers(value: unknown, { source = {}, own }: Context): object {
  const { fields = {} } = source;
  const unknown = Object.keys(fields).map((member) => [member, null] as const);
  const unknownEnergy = {
    energy: { unit: 'calories', value: 0 },
    energy_source: 'unknown',
  };
  return {
    ...(value as object),
    ...Object.fromEntries(unknown),
    ...('energy' in fields && unknownEnergy),
    ...own,
  };
}

/** Returns what tells an entry apart wherever it is imported: 66 bits. */
function toKey({ batch, index }: EntryAddress): string {
  return toDigest(`${batch} ${index}`).slice(0, 11);
}

function toWorkout(
  exercise: ExerciseEntry,
  { source = {}, imported, hidden_by, is_edited, chosen }: Context,
  { original, remote_connection_type, attribution }: ReadOriginal,
  { batch }: EntryAddress,
  decided: ReadonlyMap<string, string>,
): ExportedWorkout {
  const { date, duration, start_time } = exercise;
  const stated = imported ?? {
    start: Math.floor(Date.parse(start_time ?? `${date}T12:00:00Z`) / 1000),
    has_floating_start: start_time === undefined,
    duration,
    activity_type_id: exercise.exercise.id,
    distance: exercise.distance,
  };
  return {
    batch,
    file_id: toExportedId(toGroup(source, remote_connection_type, batch), batch),
    exercise,
    remote_activity: cleanText(source.remote_activity ?? '', 100),
    remote_connection_type,
    attribution,
    original,
    facts: {
      ...compact({
        // Nothing tells which number the person has edited, unless the export does.
        numbers: is_edited ? undefined : listNumbers(exercise),
        ...stated,
        has_floating_start: stated.has_floating_start || undefined,
        is_relayed: (imported?.is_relayed ?? false) || undefined,
        best: imported?.best && compact(imported.best),
        root_id: findKnownRootId(stated.activity_type_id),
        recorder: source.data_source_id ? toDigest(source.data_source_id) : undefined,
      }),
      // Where the person has moved it.
      date,
      ...(is_edited && { was_edited: true as const }),
      ...(hidden_by !== undefined && { was_hidden: true as const }),
    } as ExportedWorkout['facts'],
    decisions: readDecisions(source, decided),
    chosen: readChosen(chosen, decided),
  };
}

/** Returns what tells its workouts apart: a provider, or a file that has several. */
function toGroup(
  { file_id, origin }: Source,
  remote_connection_type: string | undefined,
  batch: string,
): string {
  if (remote_connection_type !== undefined) return remote_connection_type;
  const [file = ''] = file_id?.split('#') ?? [];
  return `=${origin === 'file' && file ? toDigest(file) : batch}`;
}

function readDecisions(
  { separated_from = [], joined_with = [] }: Source,
  decided: ReadonlyMap<string, string>,
): PairDecisions {
  const list = (references: typeof separated_from, decision: PairDecision) =>
    references.flatMap((reference) => {
      const file_id = decided.get(toSourceKey(reference as WorkoutReference));
      return file_id ? [[toSourceKey({ file_id }), decision] as const] : [];
    });
  return new Map([...list(joined_with, 'joined'), ...list(separated_from, 'separated')]);
}

/** Returns the records from which the person has chosen members, undefined if there are none. */
function readChosen(
  chosen: Context['chosen'] = {},
  decided: ReadonlyMap<string, string>,
): ExportedWorkout['chosen'] {
  const keys = mergedMembers.flatMap((member) => {
    const reference = chosen[member];
    const file_id = reference && decided.get(toSourceKey(reference as WorkoutReference));
    return file_id ? [[member, toSourceKey({ file_id })] as const] : [];
  });
  return keys.length > 0 ? Object.fromEntries(keys) : undefined;
}

/** Words that the entries of which a person has decided have. */
export const decisionWords = ['"separated_from":[{', '"joined_with":[{', '"chosen":{'];

/** Reads the key that an entry had, by which decisions name it, and the id that it gets. */
export function readDecided(
  value: unknown,
  context: EntryContext,
): readonly [key: string, file_id: string] | undefined {
  const read = readEntry(value, context);
  const stated = Context.safeParse(value);
  if (typeof read === 'string' || read.kind !== 'workout' || !stated.success)
    return undefined;
  const { source = {} } = stated.data;
  return [toSourceKey(source as WorkoutReference), read.workout.file_id];
}
