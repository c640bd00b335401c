import type { LineReasonTexts } from './file-line.texts.ts';

const de: LineReasonTexts = {
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

export default de;
