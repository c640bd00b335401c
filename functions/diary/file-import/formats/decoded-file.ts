import type { FileWorkout } from '#functions/diary/import/workout.ts';

/**
 * Why a whole file has no workout for the diary:
 * - `unknown_kind`: it is neither FIT nor GPX nor TCX, and its name does not say that it is
 * - `not_an_activity`: a FIT file of another type, e.g. of monitoring or settings
 * - `route`: waypoints or a route or course to follow, or a plan
 * - `no_times`: a track without times
 */
export const skipReasons = [
  'unknown_kind',
  'not_an_activity',
  'route',
  'no_times',
] as const;

export type SkipReason = (typeof skipReasons)[number];

/**
 * Why a file cannot be read:
 * - `empty`: it has no bytes, or only zeros or spaces
 * - `cut_off`: it ends before its first workout does
 * - `damaged`: it has the beginning of its format, and then breaks its rules
 * - `not_what_it_says`: it is not of the format that its name says, nor of another that we read
 * - `too_large`: it has more bytes than its format may have here
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
      /** What identifies the recording wherever it is copied, if the format has it. */
      identity?: string;
    }
  | { outcome: 'skipped'; reason: SkipReason }
  | { outcome: 'unreadable'; reason: ReadProblem };
