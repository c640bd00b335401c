import type { FileWorkout } from '#functions/diary/import/workout.ts';

/** What the file does not know. */
export interface FileContext {
  /** The person's time zone, for files without a position, e.g. `Europe/Berlin`. */
  timeZone: string;
}

/**
 * Why a whole file has no workout for the diary:
 * - `unknown_kind`: it is neither FIT nor GPX nor TCX, and its name does not say that it is
 * - `not_an_activity`: a FIT file of another type, e.g. of monitoring or settings
 * - `no_workout`: nothing was recorded, e.g. it has waypoints, a route, a course or a plan
 * - `no_times`: a track without times
 * - `implausible_times`: its workouts have no duration, a very long one, or no plausible start
 */
export const skipReasons = [
  'unknown_kind',
  'not_an_activity',
  'no_workout',
  'no_times',
  'implausible_times',
] as const;

export type SkipReason = (typeof skipReasons)[number];

/**
 * Why a file cannot be read:
 * - `empty`: it has no bytes, or only zeros or spaces
 * - `cut_off`: it ends too early
 * - `damaged`: it has the beginning of its format, and then breaks its rules
 * - `not_what_it_says`: it is not of the format that its name says, nor of another that we read
 * - `too_large`: it has more bytes than a file may have here
 * - `too_complex`: it takes more steps than its format may take here
 */
export const readProblems = [
  'empty',
  'cut_off',
  'damaged',
  'not_what_it_says',
  'too_large',
  'too_complex',
] as const;

export type ReadProblem = (typeof readProblems)[number];

/** A file after decoding. */
export type DecodedFile =
  | {
      outcome: 'workouts';
      workouts: readonly FileWorkout[];
      /** The recording, wherever the file is copied to, if the format tells. */
      identity?: string;
    }
  | { outcome: 'skipped'; reason: SkipReason }
  | { outcome: 'unreadable'; reason: ReadProblem };

/** The largest number of workouts of a file. Each takes longer than a point of a track. */
export const maxWorkouts = 1000;

/**
 * Decodes the recordings of a file to its workouts. `decode` returns undefined for one whose times
 * are implausible. A file without recordings is skipped for the reason `otherwise`.
 */
export function decodeRecordings<Recording>(
  recordings: readonly Recording[],
  decode: (recording: Recording) => FileWorkout | undefined,
  otherwise: SkipReason,
): DecodedFile {
  if (recordings.length > maxWorkouts) return unreadable('too_complex');
  const workouts = recordings.map(decode).filter((workout) => workout !== undefined);
  if (workouts.length > 0) return { outcome: 'workouts', workouts };
  return skipped(recordings.length > 0 ? 'implausible_times' : otherwise);
}

export function skipped(reason: SkipReason): DecodedFile {
  return { outcome: 'skipped', reason };
}

export function unreadable(reason: ReadProblem): DecodedFile {
  return { outcome: 'unreadable', reason };
}
