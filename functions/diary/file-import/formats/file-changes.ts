import type { ImplausibleValue } from '#functions/diary/workout-import/plausible-workout.ts';
import type { DecodedFile } from './decoded-file.ts';

/**
 * What differs between the content of a file and the entries that it has become:
 * - `characters_repaired`: what XML may not have was replaced
 * - `rest_ignored`: what comes after the end of the file was left out
 * - `summary_missing`: a recording has no sums, which were computed from the rest of it
 * - `clock_restored`: times that count from when the device was turned on became times of the day
 * - `offset_corrected`: the stated offset from UTC is not that of the start
 * - `zone_assumed`: neither an offset nor a place tells the day, which is that of the person's zone
 * - `start_time_unknown`: the start is a time at an unknown place, so the entry has only its day
 * - `first_point_ignored`: the first point is where the recorder was last used
 * - `points_ignored`: points that are not later than those before them
 * - `position_implausible`: a single position to which nobody can have been and come back
 * - `..._computed`: what the sums do not state was computed from laps, lengths or points
 * - `..._implausible`: a value that no workout has was left out
 * - `sport_from_table`: the table of the archive tells the sport
 * - `energy_from_table`: the table of the archive tells the energy
 * - `sport_unknown`: the file tells no sport that we know
 * - `workouts_left_out`: recordings without plausible times beside others that are workouts
 * - `workouts_refused`: their days have as many entries as allowed
 * - `nutrients_implausible`: energy or nutrients that are not plausible, or in unknown units
 * - `edited_kept`: entries that the person has changed, and that the file no longer has
 * - `entries_removed`: entries of an earlier file, which this one no longer has on days it covers
 * - `values_removed`: the same of values of the body
 * - `values_implausible`: values of the body that are not plausible or whole, or in unknown units
 * - `values_left_out`: values of the body that have no place, or that the person has deleted
 * - `terms_forbid`: what the terms of its provider do not allow to take from an export
 * - `series_waiting`: series of an export that wait for another archive with their workouts
 * - `series_left_out`: series of an export whose workouts were deleted or moved here
 * - `images_left_out`: images of an export that can be imported the next day
 * - `sleep_unrecorded`: times in bed of which nothing tells the sleep
 */
export const fileChanges = [
  'characters_repaired',
  'rest_ignored',
  'summary_missing',
  'clock_restored',
  'offset_corrected',
  'zone_assumed',
  'start_time_unknown',
  'first_point_ignored',
  'points_ignored',
  'position_implausible',
  'duration_computed',
  'distance_computed',
  'energy_computed',
  'heart_rate_computed',
  'energy_implausible',
  'distance_implausible',
  'heart_rate_implausible',
  'max_speed_implausible',
  'elevation_gain_implausible',
  'sport_from_table',
  'energy_from_table',
  'sport_unknown',
  'workouts_left_out',
  'workouts_refused',
  'nutrients_implausible',
  'edited_kept',
  'entries_removed',
  'values_removed',
  'values_implausible',
  'values_left_out',
  'sleep_unrecorded',
  'terms_forbid',
  'series_waiting',
  'series_left_out',
  'images_left_out',
] as const;

export type FileChange = (typeof fileChanges)[number];

/** How often each change was made, over all workouts of a file. */
export type ChangeCounts = Readonly<Partial<Record<FileChange, number>>>;

/** Notes that a change was made, once or `times` times. */
export type NoteChange = (change: FileChange, times?: number) => void;

/** Starts to count changes, after those that were counted before. */
export function createChangeCounter(counted: ChangeCounts = {}): {
  note: NoteChange;
  changes: ChangeCounts;
} {
  const changes: Partial<Record<FileChange, number>> = { ...counted };
  const note = (change: FileChange, times = 1) => {
    if (times > 0) changes[change] = (changes[change] ?? 0) + times;
  };
  return { note, changes };
}

/** Decodes a file, and adds to its workouts what was changed meanwhile. */
export function withChanges(decode: (note: NoteChange) => DecodedFile): DecodedFile {
  const { note, changes } = createChangeCounter();
  const decoded = decode(note);
  const isChanged = decoded.outcome === 'workouts' && Object.keys(changes).length > 0;
  return isChanged ? { ...decoded, changes } : decoded;
}

/** Returns a function for `toPlausible`, which notes the values that it leaves out. */
export function toImplausibleNote(note: NoteChange | undefined) {
  return (value: ImplausibleValue) => note?.(`${value}_implausible`);
}
