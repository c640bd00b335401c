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

const de: typeof en = {
  unknown_kind: 'Sie ist keine FIT-, GPX-, TCX- oder KML-Datei.',
  not_an_activity: 'Sie enthält kein Training, sondern Einstellungen oder Messwerte.',
  no_workout:
    'Sie enthält kein Training, sondern Wegpunkte, eine Strecke oder einen Plan.',
  no_times: 'Sie enthält keine Zeiten, ist also eine Strecke und kein Training.',
  implausible_times:
    'Ihre Trainings haben keinen plausiblen Beginn oder keine plausible Dauer.',
  empty: 'Sie ist leer.',
  cut_off:
    'Sie endet zu früh. Kopieren Sie sie noch einmal, oder laden Sie sie erneut herunter.',
  damaged:
    'Sie ist beschädigt. Kopieren Sie sie noch einmal, oder laden Sie sie erneut herunter.',
  not_what_it_says: 'Ihr Inhalt passt nicht zu ihrem Namen.',
  too_large: 'Sie ist zu groß für die Datei eines Trainings.',
  too_complex: 'Sie ist zu aufwendig für die Datei eines Trainings.',
  activities_without_file:
    'Sie ist die Tabelle des Archivs. Was sie ohne Datei enthält, wird auch importiert.',
  part_of_workout:
    'Sie ist die Strecke eines Trainings, das eine andere Datei des Archivs enthält.',
  too_compressed: 'Sie wird beim Entpacken so viel größer, dass sie kein Training ist.',
  unsafe_name: 'Ihr Name führt aus dem Archiv heraus.',
  link: 'Sie ist ein Verweis auf eine andere Datei.',
  encrypted: 'Sie ist mit einem Passwort geschützt.',
  unsupported_compression:
    'Ihre Kompression kann nicht gelesen werden. Packen Sie ein gewöhnliches ZIP.',
  nested_too_deep:
    'Sie ist ein Archiv in einem Archiv in einem Archiv. Entpacken Sie sie zuerst.',
  too_many_files:
    'Das Archiv hat zu viele Dateien. Die nach dieser werden nicht importiert.',
  archive_too_large:
    'Das Archiv ist zu groß. Was nach dieser Datei kommt, wird nicht importiert.',
  day_full: 'Ihr Tag hat bereits so viele Einträge, wie ein Tag haben kann.',
};

/** Why a file has no entry, as sentences. */
export const lineReasonTexts = { en, de };
