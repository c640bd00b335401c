import { defineExportDocument } from '#shared/contract/export-document.ts';
import type { ApplicationUse } from './reads.ts';

export const applicationUseDocument = defineExportDocument<ApplicationUse>({
  description: {
    en: 'What applications and scripts have read of your data in the last 90 days.',
    de: 'Was Anwendungen und Skripte in den letzten 90 Tagen von Ihren Daten gelesen haben.',
  },
  members: {
    client_id: {
      en: 'the id of the application, as in the document of the grants',
      de: 'die ID der Anwendung, wie im Dokument der Zugriffe',
    },
    date: { en: 'the day (UTC)', de: 'der Tag (UTC)' },
    units: {
      en: 'the requests on this day; one that sends many entries counts more',
      de: 'die Anfragen an diesem Tag; eine mit vielen Einträgen zählt mehr',
    },
    units_by_time: {
      en: 'the same by the 15 minutes that begin at a time (UTC)',
      de: 'dieselben nach den 15 Minuten, die zu einer Uhrzeit (UTC) beginnen',
    },
    reads: {
      en: 'for each kind of data how often it was read, and the first and the last date read',
      de: 'zu jeder Art von Daten, wie oft sie gelesen wurde, und das erste und letzte Datum',
    },
  },
});
