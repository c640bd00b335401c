import type {
  ImportFailure,
  ImportState,
} from '#functions/diary/file-import/file-import.ts';
import type { LineState } from '#functions/diary/file-import/file-line.ts';

const states: Readonly<Record<ImportState, string>> = {
  uploading: 'Being uploaded',
  queued: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Interrupted',
  undoing: 'Being undone',
};

const failures: Readonly<Record<ImportFailure, string>> = {
  interrupted:
    'The import was interrupted several times. Import the files again: what is already in your ' +
    'diary is recognized and not added twice.',
  file_missing: 'The files are no longer there. Import them again.',
};

const outcomes: Readonly<Record<LineState, string>> = {
  imported: 'New',
  corrected: 'Corrected',
  duplicate: 'Already there',
  skipped: 'Skipped',
  failed: 'Not readable',
};

const en = {
  title: 'Import files',
  purpose: 'Workouts from files of devices and other services.',
  lead: 'Bring workouts from your devices and from other services as files.',
  uploadTitle: 'Upload files',
  formats:
    'FIT, GPX, TCX and KML files, also many in a ZIP, as devices write and services export them. ' +
    'Files that have no workout are skipped.',
  files: 'Files',
  filesHint: 'At most 4 MB together. You can choose several.',
  keep: 'Keep the original files',
  keepHint:
    'Otherwise, they are deleted after the import. Kept files are part of the export of your data.',
  start: 'Import',
  undoHint: 'You can undo each import.',
  paused: 'The processing of your data is paused, so nothing is imported.',
  resume: 'Resume',
  importsTitle: 'Your imports',
  startedAt: (time: string) => `Started ${time}`,
  nothing: 'Nothing imported',
  states,
  failures,
  progress: (files: string) => `${files} files processed so far`,
  reload: 'Refresh this page',
  mailHint: 'If it takes long, you will get an email when it is done.',
  counts: outcomes,
  entries: 'New entries',
  details: 'What happened to each file',
  detailsLabel: (name: string) => `What happened to each file of ${name}`,
  tableCaption: 'Files of the import',
  file: 'File',
  outcome: 'Outcome',
  noFiles: 'No file was processed yet.',
  newer: 'Newer',
  older: 'Older',
  before: 'Before',
  after: 'After',
  pages: 'Pages',
  back: 'All imports',
  undo: {
    summary: 'Undo this import',
    text:
      'Deletes the entries that this import has created. Entries that you have changed stay. The ' +
      'files can be imported again.',
    button: 'Delete its entries',
  },
  endUpload: {
    summary: 'End this upload',
    text: 'Deletes what was uploaded so far. Nothing of it is in your diary yet.',
    button: 'End the upload',
  },
  severalFiles: 'Several files',
  large: {
    summary: 'Upload a large file',
    lead: 'A file of up to 5 GB, such as the archive of another service.',
    begin: 'Go to the upload',
    title: 'Large file',
    file: 'File',
    fileHint: 'One file with at most 5 GB.',
    upload: 'Upload and import',
    waitHint:
      'Keep this page open until the upload has ended. Your browser shows how far it is. If the ' +
      'form is no longer valid, reload the page.',
    formEnd: 'Form valid until',
    importEnd: 'Upload possible until',
    uploaded: 'Your file was uploaded.',
    retry: 'Try again',
  },
  gone: 'This import does not exist. Maybe it was undone.',
  notices: {
    started: 'The import has started.',
    running: 'Five imports are running. Wait until one is done, or undo one.',
    too_many: 'You can start at most 200 imports a day. Put many files into one ZIP.',
    unfinished:
      'You can upload at most 10 large files a day. Uploads that have ended or were undone ' +
      'count, too. Try again tomorrow.',
    too_many_files:
      'Nothing was imported: You can choose at most 100 files at a time. Put them into one ZIP.',
    restricted: 'Nothing was imported, because the processing of your data is paused.',
    undoing: 'The import is being undone.',
  },
};

const de: typeof en = {
  title: 'Dateien importieren',
  purpose: 'Trainings aus Dateien von Geräten und anderen Diensten.',
  lead: 'Übernehmen Sie Trainings Ihrer Geräte und anderer Dienste als Dateien.',
  uploadTitle: 'Dateien hochladen',
  formats:
    'FIT-, GPX-, TCX- und KML-Dateien, auch viele in einem ZIP, wie Geräte sie schreiben und ' +
    'Dienste sie exportieren. Dateien ohne Training werden übersprungen.',
  files: 'Dateien',
  filesHint: 'Zusammen höchstens 4 MB. Sie können mehrere auswählen.',
  keep: 'Originaldateien aufbewahren',
  keepHint:
    'Sonst werden sie nach dem Import gelöscht. Aufbewahrte Dateien gehören zum Export ' +
    'Ihrer Daten.',
  start: 'Importieren',
  undoHint: 'Jeden Import können Sie rückgängig machen.',
  paused: 'Die Verarbeitung Ihrer Daten ist angehalten, daher wird nichts importiert.',
  resume: 'Fortsetzen',
  importsTitle: 'Ihre Importe',
  startedAt: (time) => `Gestartet ${time}`,
  nothing: 'Nichts importiert',
  states: {
    uploading: 'Wird hochgeladen',
    queued: 'Wartet',
    running: 'Läuft',
    done: 'Fertig',
    failed: 'Unterbrochen',
    undoing: 'Wird rückgängig gemacht',
  },
  failures: {
    interrupted:
      'Der Import wurde mehrmals unterbrochen. Importieren Sie die Dateien erneut: Was schon in ' +
      'Ihrem Tagebuch steht, wird erkannt und nicht doppelt eingetragen.',
    file_missing: 'Die Dateien sind nicht mehr da. Importieren Sie sie erneut.',
  },
  progress: (files) => `${files} Dateien bisher verarbeitet`,
  reload: 'Seite aktualisieren',
  mailHint: 'Wenn es lange dauert, erhalten Sie am Ende eine E-Mail.',
  counts: {
    imported: 'Neu',
    corrected: 'Berichtigt',
    duplicate: 'Schon vorhanden',
    skipped: 'Übersprungen',
    failed: 'Nicht lesbar',
  },
  entries: 'Neue Einträge',
  details: 'Was aus jeder Datei geworden ist',
  detailsLabel: (name) => `Was aus jeder Datei geworden ist: ${name}`,
  tableCaption: 'Dateien des Imports',
  file: 'Datei',
  outcome: 'Ergebnis',
  noFiles: 'Noch wurde keine Datei verarbeitet.',
  newer: 'Neuere',
  older: 'Ältere',
  before: 'Davor',
  after: 'Danach',
  pages: 'Seiten',
  back: 'Alle Importe',
  undo: {
    summary: 'Import rückgängig machen',
    text:
      'Löscht die Einträge, die dieser Import angelegt hat. Einträge, die Sie geändert haben, ' +
      'bleiben. Die Dateien können erneut importiert werden.',
    button: 'Einträge löschen',
  },
  endUpload: {
    summary: 'Hochladen beenden',
    text: 'Löscht, was bisher hochgeladen wurde. In Ihrem Tagebuch steht davon noch nichts.',
    button: 'Beenden',
  },
  severalFiles: 'Mehrere Dateien',
  large: {
    summary: 'Große Datei hochladen',
    lead: 'Eine Datei mit bis zu 5 GB, zum Beispiel das Archiv eines anderen Dienstes.',
    begin: 'Zum Hochladen',
    title: 'Große Datei',
    file: 'Datei',
    fileHint: 'Eine Datei mit höchstens 5 GB.',
    upload: 'Hochladen und importieren',
    waitHint:
      'Lassen Sie diese Seite offen, bis alles hochgeladen ist. Ihr Browser zeigt, wie weit er ' +
      'ist. Wenn das Formular nicht mehr gültig ist, laden Sie die Seite neu.',
    formEnd: 'Formular gültig bis',
    importEnd: 'Hochladen möglich bis',
    uploaded: 'Ihre Datei wurde hochgeladen.',
    retry: 'Erneut versuchen',
  },
  gone: 'Diesen Import gibt es nicht. Vielleicht wurde er rückgängig gemacht.',
  notices: {
    started: 'Der Import wurde gestartet.',
    running: 'Es laufen fünf Importe. Warten Sie, bis einer fertig ist.',
    too_many:
      'Sie können höchstens 200 Importe am Tag starten. Packen Sie viele Dateien in ein ZIP.',
    unfinished:
      'Sie können höchstens 10 große Dateien am Tag hochladen. Auch beendete und rückgängig ' +
      'gemachte zählen mit. Versuchen Sie es morgen wieder.',
    too_many_files:
      'Nichts wurde importiert: Sie können höchstens 100 Dateien auf einmal auswählen. Packen ' +
      'Sie sie in ein ZIP.',
    restricted:
      'Nichts wurde importiert, weil die Verarbeitung Ihrer Daten angehalten ist.',
    undoing: 'Der Import wird rückgängig gemacht.',
  },
};

/** The texts of the pages about imports of files. */
export const importsTexts = { en, de };
export type ImportsTexts = typeof en;
