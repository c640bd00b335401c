import { commonMembers, defineExportDocument } from '#shared/contract/export-document.ts';
import type { DataExport } from './data-export.ts';

/** The export of each export of the user, itself included. */
export const exportsDocument = defineExportDocument<DataExport>({
  description: {
    en: 'Your exports of the last 7 days.',
    de: 'Ihre Exporte der letzten 7 Tage.',
  },
  members: {
    id: commonMembers.id,
    state: commonMembers.state,
    created_datetime: commonMembers.created_datetime,
    completed_datetime: {
      en: 'when the export was done',
      de: 'wann der Export fertig war',
    },
    expires_datetime: {
      en: 'until when the archives can be downloaded',
      de: 'bis wann die Archive heruntergeladen werden können',
    },
    language: { en: 'the language of the README', de: 'die Sprache der README' },
    files_done: {
      en: 'how many files the export has so far',
      de: 'wie viele Dateien der Export schon hat',
    },
    files_total: {
      en: 'how many files the export will have',
      de: 'wie viele Dateien der Export haben wird',
    },
    archives: {
      en: 'the archives with their sizes in bytes',
      de: 'die Archive mit ihrer Größe in Bytes',
    },
    bytes: {
      en: 'the size of all archives in bytes',
      de: 'die Größe aller Archive in Bytes',
    },
    failure: { en: 'why the export failed', de: 'warum der Export fehlgeschlagen ist' },
    asked_by: 'internal',
    hidden_types: 'internal',
    incomplete_types: {
      en: 'the services whose workouts the export leaves out',
      de: 'die Dienste, deren Trainings der Export auslässt',
    },
    link_digest: 'secret',
    link_secret: 'secret',
  },
});
