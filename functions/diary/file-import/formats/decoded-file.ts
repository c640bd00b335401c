import type { FileWorkout } from '#functions/diary/workout-import/workout.ts';
import { describeFailure, log } from '#shared/runtime/log.ts';
import type { ChangeCounts, NoteChange } from './file-changes.ts';

/**
 * The version of the decoders. It grows when they read other values from the same file, so that a
 * file that is sent again is read again. The decoders of 0.6.0 are the first.
 */
export const readerVersion = 5;

/** The facts that the file does not have. */
export interface FileContext {
  /** The person's time zone, e.g. `Europe/Berlin`. */
  timeZone: string;
  /** The time zone that the request of the import states. */
  requestedZone?: string | undefined;
  /** Whether a table beside the file says that the workout was indoors or on a screen. */
  isIndoors?: boolean;
  /** Notes what differs between the file and its workouts. */
  note?: NoteChange;
}

/**
 * Why a whole file has no workout for the diary:
 * - `unknown_kind`: it is neither FIT, GPX, TCX nor KML, and its name does not say that it is
 * - `not_an_activity`: a FIT file of another type, e.g. of monitoring or settings
 * - `no_workout`: nothing was recorded, e.g. it has waypoints, a route, a course or a plan
 * - `no_times`: a track without times
 * - `implausible_times`: its workouts have no duration, a very long one, or no plausible start
 * - `part_of_workout`: the route of a workout that another file of the archive has
 * - `activities_without_file`: the table of an archive; its activities without a file are imported
 * - `no_values`: records of the body without a plausible value
 * - `only_headings`: a table without rows
 * - `own_export`: an export of this service among several files
 * - `same_account`: an export of the account itself, whose entries would be there twice
 */
export const skipReasons = [
  'unknown_kind',
  'not_an_activity',
  'no_workout',
  'no_times',
  'implausible_times',
  'part_of_workout',
  'activities_without_file',
  'no_values',
  'only_headings',
  'own_export',
  'same_account',
] as const;

export type SkipReason = (typeof skipReasons)[number];

/**
 * Why a file or an archive cannot be read:
 * - `empty`: it has no bytes, or only zeros or spaces
 * - `cut_off`: it ends too early
 * - `damaged`: it has the beginning of its format, and then breaks its rules, in a way that we may
 *   not have thought of
 * - `not_what_it_says`: it is not of the format that its name says, nor of another that we read
 * - `too_large`: it has more bytes than a file may have here
 * - `too_complex`: it takes more steps than its format may take here
 * - `too_compressed`: it becomes so many times larger that it is no workout
 * - `unsafe_name`: its name in the archive leads out of the archive
 * - `link`: it is a link to another file
 * - `encrypted`: it has a password
 * - `unsupported_compression`: it is compressed in a way that we do not read
 * - `nested_too_deep`: an archive in an archive in an archive
 * - `not_sorted`: a long table whose days are not together
 * - `too_many_files`: all files of the archive after as many as an archive may have here
 * - `archive_too_large`: all files of the archive after as many bytes as it may have here
 * - `newer_export`: an export in a format of a later version of this service
 */
export const readProblems = [
  'empty',
  'cut_off',
  'damaged',
  'not_what_it_says',
  'too_large',
  'too_complex',
  'too_compressed',
  'unsafe_name',
  'link',
  'encrypted',
  'unsupported_compression',
  'nested_too_deep',
  'not_sorted',
  'too_many_files',
  'archive_too_large',
  'newer_export',
] as const;

export type ReadProblem = (typeof readProblems)[number];

/** A file after decoding. */
export type DecodedFile =
  | {
      outcome: 'workouts';
      workouts: readonly FileWorkout[];
      /** The recording, wherever the file is copied to, if the format tells. */
      identity?: string;
      /** Whether the file ends too early, so its last workout may be longer. */
      isCutOff?: boolean;
      changes?: ChangeCounts;
    }
  | { outcome: 'skipped'; reason: SkipReason }
  | { outcome: 'unreadable'; reason: ReadProblem };

/** The largest number of workouts of a file. Each takes longer than a point of a track. */
export const maxWorkouts = 1000;

/**
 * Decodes the recordings of a file to its workouts. `decode` returns undefined for one whose times
 * are implausible, and what it notes of that one is dropped. A file without recordings is skipped
 * for the reason `otherwise`.
 */
export function decodeRecordings<Recording>(
  recordings: readonly Recording[],
  decode: (recording: Recording, note: NoteChange) => FileWorkout | undefined,
  { otherwise, note }: { otherwise: SkipReason; note: NoteChange | undefined },
): DecodedFile {
  if (recordings.length > maxWorkouts) return unreadable('too_complex');
  const workouts = recordings.flatMap((recording) => {
    const changes: Parameters<NoteChange>[] = [];
    const workout = decode(recording, (...change) => void changes.push(change));
    if (!workout) return [];
    for (const change of changes) note?.(...change);
    return workout;
  });
  note?.('workouts_left_out', recordings.length - workouts.length);
  if (workouts.length > 0) return { outcome: 'workouts', workouts };
  return skipped(recordings.length > 0 ? 'implausible_times' : otherwise);
}

export function skipped(reason: SkipReason): DecodedFile {
  return { outcome: 'skipped', reason };
}

export function unreadable(reason: ReadProblem): DecodedFile {
  return { outcome: 'unreadable', reason };
}

/**
 * Logs an error that the decoding of a file has thrown, which is a fault of ours, and returns what
 * the person sees of it. The name of the file is theirs, so it is not logged.
 */
export function reportFault(error: unknown): ReadProblem {
  log({ level: 'error', event: 'file_decoding', ...describeFailure(error) });
  return 'damaged';
}
