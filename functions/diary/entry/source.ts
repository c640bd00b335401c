import * as z from 'zod/mini';
import { described } from '#shared/contract/schema.ts';

/** The rules by which two imported entries are the same workout (wire.md R9). */
export const MatchRule = z.enum(['overlap', 'start_time', 'part', 'joined']).check(
  z.meta({
    description:
      'Why both entries are the same workout: they `overlap`, or they are of the same kind and ' +
      'have a similar `start_time` and duration, or one of them is a `part` of the workout, or ' +
      'the person has `joined` them or others of the workout.',
  }),
);
export type MatchRule = z.infer<typeof MatchRule>;

/** The rules by which one of several entries for a workout is shown, the strongest first. */
export const PreferenceRule = z
  .enum([
    'edited',
    'whole',
    'connected',
    'priority',
    'recording_device',
    'more_data',
    'earlier_connection',
  ])
  .check(
    z.meta({
      description:
        'Why the other entry is shown: it was `edited`, it is the `whole` workout, its remote ' +
        'connection is still `connected`, its data source has the newer `priority`, it comes ' +
        "directly from the `recording_device`'s maker, it has `more_data`, or its provider is " +
        'the `earlier_connection`.',
    }),
  );
export type PreferenceRule = z.infer<typeof PreferenceRule>;

const sourceMembers = {
  remote_connection_type: described(
    z.string(),
    'The `type` of the remote connection type.',
    'polar',
  ),
  remote_connection_id: described(z.string(), 'The id of the remote connection.'),
  remote_id: described(z.string(), "The provider's id of the workout.", '9810274'),
  remote_activity: described(
    z.string(),
    "The provider's word for the kind of activity.",
    'trail_running',
  ),
  data_source_id: described(
    z.nullable(z.string()),
    'The id of the data source that recorded the workout, or null if the provider names none.',
  ),
};

/** The workout of a provider from which an entry was imported (wire.md R8). */
export type EntrySource = z.infer<z.ZodMiniObject<typeof sourceMembers>>;

const DuplicateRepresentation = z
  .object({
    ...sourceMembers,
    id: described(z.string(), 'The id of the hidden entry.'),
    matched_by: MatchRule,
    decided_by: PreferenceRule,
  })
  .check(
    z.meta({ id: 'HiddenEntry', description: 'An entry that is hidden as a duplicate.' }),
  );

/** A hidden entry, as the entry that is shown instead lists it. */
export type Duplicate = z.infer<typeof DuplicateRepresentation>;

/** A workout at a provider, as clients name it. */
export const WorkoutReference = z
  .object({
    remote_connection_type: sourceMembers.remote_connection_type,
    remote_id: sourceMembers.remote_id,
  })
  .check(z.meta({ id: 'WorkoutReference' }));
export type WorkoutReference = z.infer<typeof WorkoutReference>;

const workouts = z.array(WorkoutReference);

/** Maximum number of workouts that an entry can be separated from, or joined with. */
const maxDecided = 50;

const decidedMember = (description: string) =>
  z.optional(workouts.check(z.maxLength(maxDecided), z.describe(description)));

/** The change of an imported entry's source. */
export const SourceChange = z
  .object({
    separated_from: decidedMember(
      'All workouts to keep separate from this entry, from those that `source.duplicates` or ' +
        '`source.separated_from` lists. An empty list merges all of them again.',
    ),
    joined_with: decidedMember(
      'All workouts to merge with this entry, whatever the rules for duplicates say. They are ' +
        'on the day of this one, or on an adjacent day. An empty list leaves the decision to ' +
        'the rules again.',
    ),
  })
  .check(
    z.refine(
      ({ separated_from, joined_with }) => separated_from ?? joined_with,
      'must have separated_from or joined_with',
    ),
    z.meta({ id: 'DiaryEntrySourceChangeInput', minProperties: 1 }),
  );
export type SourceChange = z.output<typeof SourceChange>;

/** The source of an imported entry as clients see it. */
export const SourceRepresentation = z
  .object({
    ...sourceMembers,
    duplicates: z
      .array(DuplicateRepresentation)
      .check(
        z.describe('Hidden entries for the same workout, which is counted only once.'),
      ),
    separated_from: workouts.check(
      z.describe('Workouts that the person has separated from this entry.'),
    ),
    joined_with: workouts.check(
      z.describe('Workouts that the person has joined with this entry.'),
    ),
  })
  .check(
    z.meta({
      id: 'DiaryEntrySource',
      description:
        'The workout from which the entry was imported. Absent if it was not imported.',
    }),
  );

/**
 * The facts that the import has about an entry. They stay as the provider sent them if the person
 * edits the entry.
 */
export interface ImportFacts {
  /** The local date on which the workout started. The entry is stored in the item of that day. */
  date: string;
  /** When the workout started, in epoch seconds. */
  start: number;
  /** Whether the start is the local time of an unknown place, so that it is not an instant. */
  has_floating_start?: true;
  /** Seconds. */
  duration: number;
  /** Seconds from the start to the end, if they are more than the duration. */
  elapsed?: number;
  activity_type_id: string;
  /**
   * The root of the tree to which the activity type belongs. Absent if the provider does not say
   * what kind of activity it was.
   */
  root_id?: string;
  /** Meters. */
  distance?: number;
  /** Whether the provider received the workout from another provider. */
  is_relayed?: true;
  /** When the workout was read from the provider, in epoch milliseconds. */
  read_at: number;
  /** Digest of the fields that the import wrote. If it differs, a person has edited the entry. */
  digest: string;
}

/** The result of the last merge for an imported entry. */
export interface MergeState {
  /** The id of the entry that is shown instead. */
  hidden_by?: string;
  /** The hidden entries instead of which this entry is shown. */
  duplicates?: Duplicate[];
  /** The workouts that the person has separated from this entry, by `toSourceKey`. */
  separated?: Readonly<Record<string, true>>;
  /** The workouts that the person has joined with this entry, by `toSourceKey`. */
  joined?: Readonly<Record<string, true>>;
}

/** The fields of a stored entry that only imported entries have. */
export interface ImportOnlyFields extends MergeState {
  source: EntrySource;
  imported: ImportFacts;
}

/** Returns the source of an imported entry as clients see it, or undefined for other entries. */
export function presentSource({
  source,
  duplicates = [],
  separated = {},
  joined = {},
}: Partial<ImportOnlyFields>): z.output<typeof SourceRepresentation> | undefined {
  if (!source) return undefined;
  return {
    ...pickSource(source),
    duplicates: duplicates.map((duplicate) => ({
      ...pickSource(duplicate),
      id: duplicate.id,
      matched_by: duplicate.matched_by,
      decided_by: duplicate.decided_by,
    })),
    separated_from: Object.keys(separated).sort().map(parseSourceKey),
    joined_with: Object.keys(joined).sort().map(parseSourceKey),
  };
}

/** Returns the key of a workout in `separated` and `joined`. */
export function toSourceKey({
  remote_connection_type,
  remote_id,
}: WorkoutReference): string {
  return `${remote_connection_type} ${remote_id}`;
}

/** Returns the workout of a key of `toSourceKey`. Only the id of a workout can have spaces. */
export function parseSourceKey(key: string): WorkoutReference {
  const space = key.indexOf(' ');
  return { remote_connection_type: key.slice(0, space), remote_id: key.slice(space + 1) };
}

/** Returns the members of a source in a fixed order, which stored maps do not keep. */
function pickSource({
  remote_connection_type,
  remote_connection_id,
  remote_id,
  remote_activity,
  data_source_id,
}: EntrySource): EntrySource {
  return {
    remote_connection_type,
    remote_connection_id,
    remote_id,
    remote_activity,
    data_source_id,
  };
}
