import {
  lineChanges as deChanges,
  lineReasons as deReasons,
  rowReasons as deRows,
} from './file-line.texts.de.ts';
import type { ReadProblem, SkipReason } from './formats/decoded-file.ts';
import type { FileChange } from './formats/file-changes.ts';
import type { RowReason } from './tables/table-row.ts';

/**
 * Why a file has no entry. `day_full`: the day of the workout has as many entries as allowed.
 * `no_rows`: no row of the table was taken.
 * `nothing_taken`: no entry of a part of an export was taken.
 * `no_body_consent`: the person has not consented to the processing of data of the body.
 * `no_body_scope`: the application that sent the file may not write measurements.
 * `no_images_scope`: the same of images.
 */
export type LineReason =
  | SkipReason
  | ReadProblem
  | 'day_full'
  | 'no_rows'
  | 'nothing_taken'
  | 'no_body_consent'
  | 'no_body_scope'
  | 'no_images_scope';

const reasons: Readonly<Record<LineReason, string>> = {
  unknown_kind: 'It is not a FIT, GPX, TCX or KML file, nor a table that is known here.',
  not_an_activity: 'It has no workout, but settings or measurements of a device.',
  no_workout: 'It has no workout, but waypoints, a route or a plan.',
  no_times: 'It has no times, so it is a route and not a workout.',
  implausible_times: 'Its workouts have no plausible start or duration.',
  empty: 'It is empty.',
  cut_off: 'It ends too early. Copy or download it again.',
  damaged: 'It is damaged. Copy or download it again.',
  not_what_it_says: 'Its content does not match its name.',
  too_large: 'It is too large to be the file of a workout.',
  too_complex: 'It is too complex to be the file of a workout.',
  activities_without_file:
    'It is the table of the archive. What it has without a file is imported, too.',
  part_of_workout: 'It is the route of a workout that another file of the archive has.',
  too_compressed: 'It becomes so much larger when unpacked that it is no workout.',
  unsafe_name: 'Its name leads out of the archive.',
  link: 'It is a link to another file.',
  encrypted: 'It is protected by a password.',
  unsupported_compression:
    'It is compressed in a way that cannot be read. Pack it as a usual ZIP.',
  nested_too_deep: 'It is an archive in an archive in an archive. Unpack it first.',
  not_sorted: 'It is long, and the rows of a day are far apart. Sort them by date.',
  too_many_files:
    'The archive has too many files. Those after this one are not imported.',
  archive_too_large:
    'The archive is too large. What comes after this file is not imported.',
  newer_export:
    'It is an export of a newer version of this service, which this one cannot read.',
  own_export: 'It is an export of this service. Import it as the only file of an import.',
  same_account:
    'It is an export of this account, and would bring what is here a second time.',
  day_full: 'Its day has as many entries as a day can have.',
  no_values: 'It has no plausible value of the body.',
  only_headings: 'It has headings, but no rows.',
  no_rows: 'None of its rows was taken.',
  nothing_taken: 'Nothing of it was taken.',
  no_body_consent:
    'It has values of the body, such as weight and sleep. To have them here, give your consent ' +
    'to health data on the page “Privacy”, and import the file again.',
  no_body_scope:
    'It has values of the body, such as weight and sleep. The application that sent it may not ' +
    'store them, but you can import the file on your account.',
  no_images_scope:
    'It has images. The application that sent it may not upload any, but you can import the file ' +
    'on your account.',
};

const changes: Readonly<Record<FileChange, string>> = {
  characters_repaired: 'Characters that the format does not allow were replaced.',
  rest_ignored: 'What comes after the end of the workouts was left out.',
  summary_missing: 'It has no summary, so the values were computed from its points.',
  clock_restored:
    'Its times count from when the device was turned on, so they were converted.',
  offset_corrected:
    'Its distance from UTC cannot be that of the start, so the day comes from its place or your ' +
    'time zone.',
  zone_assumed:
    'It has no time zone and no place that counts, so the day is that of your time zone.',
  start_time_unknown: 'It has no time zone, so the entry has the day without the time.',
  first_point_ignored:
    'Its first point is from another day than the others, so it was left out.',
  points_ignored: 'Points with times that came before were left out.',
  position_implausible:
    'Single positions, too far away to come back from in time, were left out.',
  duration_computed: 'It has no plausible duration, which was computed from its points.',
  distance_computed:
    'Its summary has no distance, which was computed from its laps or points.',
  energy_computed:
    'Its summary has no energy, which was computed from its laps or points.',
  heart_rate_computed:
    'Its summary has no heart rate, which was computed from its laps or points.',
  energy_implausible: 'It has more energy than a workout can take, so it is unknown.',
  distance_implausible:
    'Its distance is longer than that of a workout, so it is unknown.',
  heart_rate_implausible: 'It has a heart rate that no heart has, so it is unknown.',
  max_speed_implausible: 'Its speed is faster than that of a workout, so it is unknown.',
  elevation_gain_implausible:
    'Its ascent is higher than that of a workout, so it is unknown.',
  sport_from_table: 'It has no sport, which comes from the table of the archive.',
  energy_from_table: 'It has no energy, which comes from the table of the archive.',
  sport_unknown: 'It has no sport that is known here.',
  workouts_left_out:
    'Parts without a plausible start or duration, or that are damaged, were left out.',
  workouts_refused:
    'Workouts on days that have as many entries as a day can have were left out.',
  nutrients_implausible:
    'Energy or nutrients that are not plausible, or whose unit is unknown, were left out.',
  edited_kept:
    'Entries that you have changed stay, although the file does not have them any more.',
  entries_removed:
    'Entries of an earlier file that this one does not have any more were removed.',
  values_removed:
    'Values of the body of an earlier file that this one does not have any more were removed.',
  values_implausible:
    'Values of the body that are not plausible, or whose unit is unknown, were left out.',
  values_left_out:
    'Values of the body were left out where there are more than a day, a month or an import can ' +
    'have, or that you have deleted.',
  sleep_unrecorded: 'Times in bed in which no sleep was recorded were left out.',
  terms_forbid:
    'The terms of a provider do not allow to take these from an export. Connect the account here ' +
    'to have them.',
  series_waiting:
    'Curves whose workout is not here wait for it. If another archive of the export has it, ' +
    'import that within seven days.',
  series_left_out: 'Curves of workouts that were deleted or moved here were left out.',
  images_left_out:
    'Images were left out: too many for one day, or only just deleted here. Import the archive ' +
    'again tomorrow.',
};

const rows: Readonly<Record<RowReason, string>> = {
  no_date: 'No date that can be read.',
  no_values: 'Nothing that is kept here.',
  too_long: 'Longer than a row can be.',
  implausible: 'A value is not plausible, or cannot be read.',
  unknown_metric: 'A measurement that is not kept here.',
  unknown_unit: 'The unit is not known, or missing.',
  unknown_sign: 'Nothing tells whether a number such as 1.050 has decimals.',
  marked_deleted: 'Marked as deleted by its service.',
  exercise: 'An exercise, not food.',
  day_full: 'The day has as many entries as a day can have.',
  edited: 'You have changed the entry, which stays as it is.',
  deleted: 'You have deleted the entry. Undo the earlier import to get it again.',
};

/** Why a row of a table is not taken, as sentences. */
export const rowReasonTexts = { en: rows, de: deRows };
export type RowReasonTexts = typeof rows;

/** Why a file has no entry, as sentences. */
export const lineReasonTexts = { en: reasons, de: deReasons };
export type LineReasonTexts = typeof reasons;

/** What differs between a file and its entries, and why, as sentences. */
export const lineChangeTexts = { en: changes, de: deChanges };
export type LineChangeTexts = typeof changes;
