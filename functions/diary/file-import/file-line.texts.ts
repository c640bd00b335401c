import de from './file-line.texts.de.ts';
import type { ReadProblem, SkipReason } from './formats/decoded-file.ts';

/**
 * Why a file has no entry. `day_full`: the day of the workout has as many entries as allowed.
 */
export type LineReason = SkipReason | ReadProblem | 'day_full';

const en: Readonly<Record<LineReason, string>> = {
  unknown_kind: 'It is not a FIT, GPX, TCX or KML file.',
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
  too_many_files:
    'The archive has too many files. Those after this one are not imported.',
  archive_too_large:
    'The archive is too large. What comes after this file is not imported.',
  day_full: 'Its day has as many entries as a day can have.',
};

/** Why a file has no entry, as sentences. */
export const lineReasonTexts = { en, de };
export type LineReasonTexts = typeof en;
