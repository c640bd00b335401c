import { commonMembers, defineExportDocument } from '#shared/contract/export-document.ts';
import type { ImportJob } from './file-import.ts';
import type { FileLine } from './file-line.ts';

/** The item of an import, and the name of its file in the archive if it is kept. */
type ArchivedImport = ImportJob & { file?: string };

export const fileImportsDocument = defineExportDocument<ArchivedImport>({
  description: {
    en: 'Your imports of files. Those with a member `file` are in the archive.',
    de: 'Ihre Importe von Dateien. Die mit einem `file` liegen im Archiv.',
  },
  members: {
    id: commonMembers.id,
    state: commonMembers.state,
    created_datetime: commonMembers.created_datetime,
    completed_datetime: {
      en: 'when the import was done',
      de: 'wann der Import fertig war',
    },
    reread_datetime: {
      en: 'when it was requested that its file is read again',
      de: 'wann verlangt wurde, dass die Datei erneut gelesen wird',
    },
    reader: {
      en: 'the version of our program that has read the file',
      de: 'die Version unseres Programms, das die Datei gelesen hat',
    },
    name: { en: 'the name of the import', de: 'der Name des Imports' },
    file_name: { en: 'the name of the file', de: 'der Name der Datei' },
    file: { en: 'the file in this archive', de: 'die Datei in diesem Archiv' },
    has_several_files: 'internal',
    is_export: {
      en: 'whether the file is an export of this service',
      de: 'ob die Datei ein Export dieses Dienstes ist',
    },
    bytes: { en: 'the size of the file in bytes', de: 'die Größe der Datei in Bytes' },
    timezone: {
      en: 'the time zone of workouts without a place',
      de: 'die Zeitzone von Trainings ohne Ort',
    },
    external_id: {
      en: 'the label of the application that sent it',
      de: 'die Kennung der Anwendung, die ihn gesendet hat',
    },
    object_id: 'internal',
    etag: 'internal',
    keeps_file: {
      en: 'whether the file is kept',
      de: 'ob die Datei aufbewahrt wird',
    },
    client_id: {
      en: 'the id of the application that sent it; missing if you did',
      de: 'die ID der Anwendung, die ihn gesendet hat; sie fehlt, wenn Sie es waren',
    },
    may_measure: {
      en: 'whether this application may write values of the body',
      de: 'ob diese Anwendung Körperwerte schreiben darf',
    },
    may_upload_images: {
      en: 'whether this application may upload images',
      de: 'ob diese Anwendung Bilder hochladen darf',
    },
    counts: {
      en: 'how many files were imported, corrected, known before, skipped, and unreadable',
      de: 'wie viele Dateien importiert, berichtigt, bekannt, übersprungen und unlesbar waren',
    },
    entries: {
      en: 'how many diary entries it created',
      de: 'wie viele Tagebucheinträge er angelegt hat',
    },
    measurements: {
      en: 'how many values of the body it has brought',
      de: 'wie viele Körperwerte er gebracht hat',
    },
    images: {
      en: 'how many images it has brought',
      de: 'wie viele Bilder er gebracht hat',
    },
    had_measurements: 'internal',
    had_images: 'internal',
    part_removed: 'internal',
    entries_removed: {
      en: 'how many entries of earlier files it has replaced',
      de: 'wie viele Einträge früherer Dateien er ersetzt hat',
    },
    questions: {
      en: 'what its tables leave open, while it needs an answer',
      de: 'was seine Tabellen offenlassen, solange er eine Antwort braucht',
    },
    answers: {
      en: 'what was answered about its tables',
      de: 'was zu seinen Tabellen geantwortet wurde',
    },
    food_days: {
      en: 'the first and the last day of its food',
      de: 'der erste und der letzte Tag seiner Mahlzeiten',
    },
    measured_days: {
      en: 'the first and the last day of its values of the body, by type',
      de: 'der erste und der letzte Tag seiner Körperwerte, nach Art',
    },
    files_done: {
      en: 'how many files were processed',
      de: 'wie viele Dateien verarbeitet wurden',
    },
    failure: { en: 'why the import failed', de: 'warum der Import fehlgeschlagen ist' },
    cursor: 'internal',
    step: 'internal',
    starts: 'internal',
    run_id: 'internal',
    continuation: 'internal',
    upload_id: 'internal',
    ttl: 'internal',
    is_open: 'internal',
    mail: 'internal',
  },
});

/** A file of an import, and the id of the import. */
type ArchivedLine = FileLine & { import_id: string };

export const importedFilesDocument = defineExportDocument<ArchivedLine>({
  description: {
    en: 'What happened to each file of your imports.',
    de: 'Was aus jeder Datei Ihrer Importe geworden ist.',
  },
  members: {
    import_id: { en: 'the id of the import', de: 'die ID des Imports' },
    number: { en: 'the number of the file', de: 'die Nummer der Datei' },
    name: { en: 'the name of the file', de: 'der Name der Datei' },
    state: { en: 'what happened to it', de: 'was aus ihr geworden ist' },
    reason: {
      en: 'why it has no diary entry',
      de: 'warum sie keinen Tagebucheintrag hat',
    },
    entries: {
      en: 'the ids of the diary entries that it created',
      de: 'die IDs der Tagebucheinträge, die aus ihr entstanden sind',
    },
    duplicates: {
      en: 'the ids of the diary entries that have its workouts already',
      de: 'die IDs der Tagebucheinträge, die ihre Trainings schon haben',
    },
    measurements: {
      en: 'how many values of the body it has brought',
      de: 'wie viele Körperwerte sie gebracht hat',
    },
    images: {
      en: 'how many images it has brought',
      de: 'wie viele Bilder sie gebracht hat',
    },
    changes: {
      en: 'what differs between the file and the entries, and how often',
      de: 'worin sich die Datei und die Einträge unterscheiden, und wie oft',
    },
    left_out: {
      en: 'the rows of a table that were not taken, and why',
      de: 'die Zeilen einer Tabelle, die nicht übernommen wurden, und warum',
    },
  },
});
