import * as z from 'zod/mini';
import { described } from '#shared/contract/schema.ts';
import { compact } from '#shared/runtime/compact.ts';

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
    'terms',
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
        'Why the other entry is shown: it was `edited`, the `terms` of the provider of this one ' +
        'do not let its workouts be combined with others, it is the `whole` workout, its remote ' +
        'connection is still `connected`, its data source has the newer `priority`, it ' +
        "is the `recording_device`'s own file, or comes directly from its maker, it has " +
        '`more_data`, or it is of the `earlier_connection` or import.',
    }),
  );
export type PreferenceRule = z.infer<typeof PreferenceRule>;

/** The workout of a provider from which an entry was imported (wire.md R8). */
export interface ConnectionOrigin {
  remote_connection_type: string;
  remote_connection_id: string;
  remote_id: string;
  remote_activity: string;
  data_source_id: string | null;
  /** The words that must be shown with the entry (wire.md P7). */
  attribution?: string;
  import_id?: undefined;
  file_id?: undefined;
  file_name?: undefined;
}

/** The file from which an entry was imported (wire.md R8). */
export interface FileOrigin {
  /** The import that the entry belongs to. If it is undone, another one that has the file. */
  import_id: string;
  file_id: string;
  file_name: string;
  remote_activity: string;
  data_source_id: string | null;
  remote_connection_type?: undefined;
  remote_connection_id?: undefined;
  remote_id?: undefined;
  attribution?: undefined;
}

/** The origin of an imported entry. */
export type ImportOrigin = ConnectionOrigin | FileOrigin;

/** Returns whether an entry was imported from a file. */
export function isFileOrigin(origin: ImportOrigin): origin is FileOrigin {
  return origin.file_id !== undefined;
}

/** The separator of the id of a file and the number of its workout. */
const numberSeparator = '#';

/**
 * Returns the id of a workout of a file. The first one, often the only one, has that of the file.
 */
export function toFileWorkoutId(file_id: string, index: number): string {
  return index === 0 ? file_id : `${file_id}${numberSeparator}${index}`;
}

/** Returns whether two workouts are of one file. */
export function isSameFile(one: FileOrigin, other: FileOrigin): boolean {
  const [file] = one.file_id.split(numberSeparator);
  const [otherFile] = other.file_id.split(numberSeparator);
  return file === otherFile;
}

/** The kinds of origin, by which clients tell them apart. */
const OriginKind = z.enum(['connection', 'file', 'application', 'person']).check(
  z.meta({
    description:
      'Where the entry comes from: a workout of a remote `connection`, a `file`, an ' +
      '`application`, or the `person`, who has entered it on the pages of the service.',
  }),
);

const remoteConnectionType = described(
  z.string(),
  'The `type` of the remote connection type.',
  'polar',
);
const remoteId = described(z.string(), "The provider's id of the workout.", '9810274');
const fileId = described(
  z.string(),
  'The id of the workout of the file: the same in all imports of the file.',
);

/** The members of each kind of origin. Those of other kinds are absent. */
const originMembers = {
  origin: OriginKind,
  remote_connection_type: z.optional(remoteConnectionType),
  remote_connection_id: z.optional(
    described(z.string(), 'The id of the remote connection.'),
  ),
  remote_id: z.optional(remoteId),
  import_id: z.optional(described(z.string(), 'The id of the import of the file.')),
  file_id: z.optional(fileId),
  file_name: z.optional(described(z.string(), 'The name of the file.', 'run.fit')),
  remote_activity: z.optional(
    described(
      z.string(),
      'The word of the provider or of the file for the kind of activity.',
      'trail_running',
    ),
  ),
  data_source_id: z.optional(
    described(
      z.nullable(z.string()),
      'The id of the data source that recorded the workout, or null if it is not known.',
    ),
  ),
  attribution: z.optional(
    described(
      z.string(),
      'The words that the terms of the provider require wherever the entry is shown to people.',
      'Powered by Strava · Garmin Forerunner 935',
    ),
  ),
};

const DuplicateRepresentation = z
  .object({
    ...originMembers,
    origin: z.enum(['connection', 'file']),
    id: described(z.string(), 'The id of the hidden entry.'),
    matched_by: MatchRule,
    decided_by: PreferenceRule,
  })
  .check(
    z.meta({ id: 'HiddenEntry', description: 'An entry that is hidden as a duplicate.' }),
  );

/** A hidden entry, as the entry that is shown instead lists it. */
export type Duplicate = ImportOrigin & {
  id: string;
  matched_by: MatchRule;
  decided_by: PreferenceRule;
};

/** A workout at a provider or of a file, as clients name it. */
const WorkoutReferenceRepresentation = z
  .object({
    remote_connection_type: z.optional(remoteConnectionType),
    remote_id: z.optional(remoteId),
    file_id: z.optional(fileId),
  })
  .check(
    z.meta({
      id: 'WorkoutReference',
      description:
        'An imported workout: `remote_connection_type` and `remote_id` of a connection, or ' +
        '`file_id` of a file.',
    }),
  );

/** A workout at a provider or of a file. */
export type WorkoutReference =
  | Pick<ConnectionOrigin, 'remote_connection_type' | 'remote_id' | 'file_id'>
  | Pick<FileOrigin, 'remote_connection_type' | 'remote_id' | 'file_id'>;

/** A workout as clients name it in a request. Other members are ignored. */
const SentReference = z.pipe(
  WorkoutReferenceRepresentation,
  z.transform((sent, { issues }): WorkoutReference => {
    const { remote_connection_type, remote_id, file_id } = sent;
    if (file_id !== undefined) return { file_id };
    if (remote_connection_type !== undefined && remote_id !== undefined) {
      return { remote_connection_type, remote_id };
    }
    issues.push({
      code: 'custom',
      message: 'must have remote_connection_type and remote_id, or file_id',
      input: sent,
    });
    return z.NEVER;
  }),
);

/** Maximum number of workouts that an entry can be separated from, or joined with. */
const maxDecided = 50;

const decidedMember = (description: string) =>
  z.optional(
    z.array(SentReference).check(z.maxLength(maxDecided), z.describe(description)),
  );

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

const workouts = z.array(WorkoutReferenceRepresentation);

/** The origin of an entry as clients see it. */
export const SourceRepresentation = z
  .object({
    ...originMembers,
    duplicates: z.optional(
      z
        .array(DuplicateRepresentation)
        .check(
          z.describe('Hidden entries for the same workout, which is counted only once.'),
        ),
    ),
    separated_from: z.optional(
      workouts.check(
        z.describe('Workouts that the person has separated from this entry.'),
      ),
    ),
    joined_with: z.optional(
      workouts.check(z.describe('Workouts that the person has joined with this entry.')),
    ),
  })
  .check(
    z.meta({
      id: 'DiaryEntrySource',
      description:
        'The origin of the entry. The members besides `origin` are those of imported entries: ' +
        'some of a connection, some of a file, and some of both.',
    }),
  );
export type SourceRepresentation = z.output<typeof SourceRepresentation>;

/**
 * The facts that the import has about an entry. They stay as they were imported if the person
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
  /** When the workout was read from its origin, in epoch milliseconds. */
  read_at: number;
  /** Digest of the fields that the import wrote. If it differs, a person has edited the entry. */
  digest: string;
}

/** The decision of a merge about an imported entry: none, or one of the two. */
export interface MergeDecision {
  /** The id of the entry that is shown instead. */
  hidden_by?: string;
  /** The hidden entries instead of which this entry is shown. */
  duplicates?: readonly Duplicate[];
}

/** A decision for callers who may not see the workouts of some remote connection types. */
interface MergeView extends MergeDecision {
  without: readonly string[];
}

/** The result of the last merge for an imported entry, as one sees it who may see everything. */
export interface MergeState extends MergeDecision {
  /** The decisions that others see, unless they follow from the rest (`findDecision`). */
  views?: readonly MergeView[];
  /** The workouts that the person has separated from this entry, by `toSourceKey`. */
  separated?: Readonly<Record<string, true>>;
  /** The workouts that the person has joined with this entry, by `toSourceKey`. */
  joined?: Readonly<Record<string, true>>;
}

/** The fields of a stored entry that only imported entries have. */
export interface ImportOnlyFields extends MergeState {
  source: ImportOrigin;
  imported: ImportFacts;
}

/** The fields of a stored entry that tell where it comes from. */
export interface OriginFields extends Partial<ImportOnlyFields> {
  /** Of an entry that was not imported. Absent if an application has created it. */
  origin?: 'person';
}

/** Returns the origin of an entry as clients see it. */
export function presentOrigin({
  origin,
  source,
  duplicates = [],
  separated = {},
  joined = {},
}: OriginFields): SourceRepresentation {
  if (!source) return { origin: origin ?? 'application' };
  return {
    ...presentImportOrigin(source),
    duplicates: duplicates.map((duplicate) => ({
      ...presentImportOrigin(duplicate),
      id: duplicate.id,
      matched_by: duplicate.matched_by,
      decided_by: duplicate.decided_by,
    })),
    separated_from: Object.keys(separated).sort().map(parseSourceKey),
    joined_with: Object.keys(joined).sort().map(parseSourceKey),
  };
}

/** The word that the key of a file has in place of the type of a connection. */
const fileKeyType = 'file';

/** Returns the key of a workout in `separated` and `joined`. */
export function toSourceKey(workout: WorkoutReference): string {
  if (workout.file_id !== undefined) return `${fileKeyType} ${workout.file_id}`;
  return `${workout.remote_connection_type} ${workout.remote_id}`;
}

/** Returns the workout of a key of `toSourceKey`. Only the id of a workout can have spaces. */
export function parseSourceKey(key: string): WorkoutReference {
  const space = key.indexOf(' ');
  const [type, id] = [key.slice(0, space), key.slice(space + 1)];
  if (type === fileKeyType) return { file_id: id };
  return { remote_connection_type: type, remote_id: id };
}

/** Returns the members of an origin in a fixed order, which stored maps do not keep. */
function presentImportOrigin(source: ImportOrigin) {
  const { remote_activity, data_source_id } = source;
  if (isFileOrigin(source)) {
    const { import_id, file_id, file_name } = source;
    const origin = 'file' as const;
    return { origin, import_id, file_id, file_name, remote_activity, data_source_id };
  }
  const { remote_connection_type, remote_connection_id, remote_id, attribution } = source;
  return {
    origin: 'connection' as const,
    remote_connection_type,
    remote_connection_id,
    remote_id,
    remote_activity,
    data_source_id,
    ...compact({ attribution }),
  };
}
