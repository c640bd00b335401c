import { defineExportDocument } from '#shared/contract/export-document.ts';
import type { FileRecord, WorkoutRecord } from './workout-record.store.ts';

/** The members of the place of an entry. */
const entryPlace = {
  batch: {
    en: 'the first 36 characters of the id of the diary entry',
    de: 'die ersten 36 Zeichen der ID des Tagebucheintrags',
  },
  storage_date: {
    en: 'the day in the id of the diary entry',
    de: 'der Tag in der ID des Tagebucheintrags',
  },
};

export const importedWorkoutsDocument = defineExportDocument<WorkoutRecord>({
  description: {
    en: 'For each imported workout, where its diary entry is stored.',
    de: 'Zu jedem importierten Training, wo sein Tagebucheintrag gespeichert ist.',
  },
  members: {
    remote_connection_type: {
      en: 'the provider, or inbox',
      de: 'der Anbieter, oder inbox für einen Posteingang',
    },
    remote_connection_id: {
      en: 'the id of the connection or of the inbox',
      de: 'die ID der Verbindung oder des Posteingangs',
    },
    digest: 'internal',
    samples_digest: 'internal',
    sampled: {
      en: 'what the samples of an app or a file tell, e.g. the average heart rate',
      de: 'was die Messpunkte einer App oder Datei besagen, z. B. die mittlere Herzfrequenz',
    },
    stated: {
      en: 'what the provider stated of the same when its file was read',
      de: 'was der Anbieter zum selben angab, als seine Datei gelesen wurde',
    },
    file_state: {
      en: 'what became of the file that the provider has of it',
      de: 'was aus der Datei wurde, die der Anbieter davon hat',
    },
    file_at: 'internal',
    sequence: 'internal',
    read_at: 'internal',
    expired_at: {
      en: 'when the entry was removed because the provider limits how long it may be kept',
      de: 'wann der Eintrag entfernt wurde, weil der Anbieter die Aufbewahrung begrenzt',
    },
    ...entryPlace,
  },
});

export const fileWorkoutsDocument = defineExportDocument<FileRecord>({
  description: {
    en: 'For each workout of an imported file, where its diary entry is stored.',
    de: 'Zu jedem Training einer importierten Datei, wo sein Tagebucheintrag gespeichert ist.',
  },
  members: {
    file_id: {
      en: 'the id of the workout of the file',
      de: 'die ID des Trainings der Datei',
    },
    imports: {
      en: 'the ids of the imports that have the file, and its name in each',
      de: 'die IDs der Importe, die die Datei enthalten, und ihr Name in jedem',
    },
    start: {
      en: 'the start of the workout in seconds since 1970',
      de: 'der Beginn des Trainings in Sekunden seit 1970',
    },
    sport: {
      en: 'the word of the file for its sport',
      de: 'das Wort der Datei für seine Sportart',
    },
    reader: {
      en: 'the version of the program that read the file',
      de: 'die Version des Programms, das die Datei gelesen hat',
    },
    ...entryPlace,
  },
});
