import type { BestTimes } from '#functions/diary/series/workout-curves.ts';
import type {
  MergedFields,
  MergedMember,
  MergedValues,
  TakenNumber,
} from './merged-fields.ts';

/** The rules by which two imported entries are the same workout (wire.md R9). */
export const matchRules = ['overlap', 'start_time', 'part', 'joined'] as const;
export type MatchRule = (typeof matchRules)[number];

/** The rules by which one of several entries for a workout is shown, the strongest first. */
export const preferenceRules = [
  'edited',
  'terms',
  'whole',
  'connected',
  'priority',
  'recording_device',
  'more_data',
  'earlier_connection',
] as const;
export type PreferenceRule = (typeof preferenceRules)[number];

/** The workout of a provider from which an entry was imported. */
export interface ConnectionOrigin {
  remote_connection_type: string;
  remote_connection_id: string;
  remote_id: string;
  remote_activity: string;
  data_source_id: string | null;
  /** The words that must be shown with the entry. */
  attribution?: string;
  inbox_id?: undefined;
  import_id?: undefined;
  file_id?: undefined;
  file_name?: undefined;
}

/** Where an entry of an export was before, as the export states it. */
export interface OriginalOrigin {
  origin: 'connection' | 'file' | 'inbox' | 'application' | 'person';
  remote_connection_type?: string;
  file_name?: string;
}

/** The file from which an entry was imported. */
export interface FileOrigin {
  /** The import that the entry belongs to. If it is undone, another one that has the file. */
  import_id: string;
  file_id: string;
  file_name: string;
  remote_activity: string;
  data_source_id: string | null;
  /** The provider that an export names as the original origin: its policy applies. */
  remote_connection_type?: string | undefined;
  attribution?: string;
  original?: OriginalOrigin;
  inbox_id?: undefined;
  remote_connection_id?: undefined;
  remote_id?: undefined;
}

/**
 * The inbox to which an app has sent a workout. Release 0.6.0 reads it as a file that has the name
 * of the inbox.
 */
export interface InboxOrigin {
  inbox_id: string;
  /** The id of the workout, which is the same in all messages. */
  file_id: string;
  /** The name of the inbox. */
  file_name: string;
  /** What the app calls the device or app that recorded it. Only the person sees it. */
  source_name?: string;
  remote_activity: string;
  data_source_id: string | null;
  import_id?: undefined;
  remote_connection_type?: undefined;
  remote_connection_id?: undefined;
  remote_id?: undefined;
  attribution?: undefined;
}

/** The origin of an imported entry. */
export type ImportOrigin = ConnectionOrigin | FileOrigin | InboxOrigin;

/** Returns whether an entry is from a connection of the person. */
export function isConnectionOrigin(origin: ImportOrigin): origin is ConnectionOrigin {
  return origin.remote_connection_id !== undefined;
}

/** Returns whether an entry was imported from a file. */
export function isFileOrigin(origin: ImportOrigin): origin is FileOrigin {
  return origin.import_id !== undefined;
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
export function isSameFile(
  one: { file_id: string },
  other: { file_id: string },
): boolean {
  const [file] = one.file_id.split(numberSeparator);
  const [otherFile] = other.file_id.split(numberSeparator);
  return file === otherFile;
}

/** A hidden entry, as the entry that is shown instead lists it. */
export type Duplicate = ImportOrigin & {
  id: string;
  matched_by: MatchRule;
  decided_by: PreferenceRule;
  /** Its fastest distances, which the entry that is shown may not have. */
  best?: BestTimes;
  /** Its numbers that are better than those of the entry that is shown. */
  taken?: readonly TakenNumber[];
};

/** A workout at a provider, of a file or of an inbox. */
export type WorkoutReference =
  | Pick<ConnectionOrigin, 'remote_connection_type' | 'remote_id' | 'file_id'>
  | Pick<FileOrigin, 'remote_connection_type' | 'remote_id' | 'file_id'>;

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

/** What can have measured a workout, as far as its file or provider tells. */
export type Sensor =
  | 'strap'
  | 'power'
  | 'positions'
  | 'barometer'
  | 'lengths'
  | 'machine'
  | 'footpod';

/** The id of a workout of an export begins with this. */
const exportPrefix = 'export:';
const exportedType = /^export:([a-z0-9_]+)#/;

/**
 * Returns the id of a workout of an export: what tells its workouts apart, as the provider or the
 * file that it came from, and the batch of its entry there.
 */
export function toExportedId(group: string, batch: string): string {
  return `${exportPrefix}${group}${numberSeparator}${batch}`;
}

/** Returns the provider whose policy applies to the workout of a key, if there is one. */
export function findTypeOfKey(key: string): string | undefined {
  const { remote_connection_type, file_id = '' } = parseSourceKey(key);
  if (remote_connection_type !== undefined) return remote_connection_type;
  return exportedType.exec(file_id)?.[1];
}

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
  best?: BestTimes;
  /** Absent if none is known, e.g. of workouts that were imported before release 0.7.0. */
  sensors?: readonly Sensor[];
  /**
   * The numbers of `mergedMembers`, which tell those that the person has edited. Absent if the
   * workout was imported before release 0.7.0.
   */
  numbers?: readonly (number | null)[];
  /** The id of the file that a provider has passed on. That of an import of it is the same. */
  file_id?: string;
  /** Whether the person had edited it before it was exported, so that it is preferred. */
  was_edited?: true;
  /** Whether another entry was shown instead of it before it was exported. */
  was_hidden?: true;
  /** What tells the device apart that recorded it, before it was exported. */
  recorder?: string;
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
  /** The records from which the person takes members, by `toSourceKey`. */
  chosen?: Readonly<Partial<Record<MergedMember, string>>>;
}

/** The fields of a stored entry that only imported entries have. */
export interface ImportOnlyFields extends MergeState {
  source: ImportOrigin;
  imported: ImportFacts;
}

/** The table or the export from which an entry was imported that is no workout of a recorder. */
export type FoodOrigin = Pick<
  FileOrigin,
  'import_id' | 'file_id' | 'file_name' | 'original'
>;

/** The fields of a stored food entry that tell where it comes from. */
export type FoodOriginFields = Pick<OriginFields, 'origin' | 'from_file'>;

/** The fields of a stored entry that tell where it comes from. */
export interface OriginFields extends Partial<ImportOnlyFields> {
  /** Of an entry that was not imported. Absent if an application has created it. */
  origin?: 'person';
  /** Not stored. The members of the own record in place of which others are shown. */
  own?: Partial<MergedValues>;
  /** Not stored. What is shown in place of these. */
  fields?: MergedFields;
  from_file?: FoodOrigin;
}

/** Returns the fastest distances of a workout: those of its entry, or else of one that it hides. */
export function findBestTimes({
  imported,
  duplicates = [],
}: Pick<OriginFields, 'imported' | 'duplicates'>): BestTimes | undefined {
  return imported?.best ?? duplicates.find(({ best }) => best)?.best;
}
