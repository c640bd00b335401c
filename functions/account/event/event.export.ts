import { commonMembers, defineExportDocument } from '#shared/contract/export-document.ts';
import type { StoredEvent } from './event.ts';

/** The export of each event of the user's log. */
export const eventsDocument = defineExportDocument<StoredEvent>({
  description: {
    en: 'What applications can be told about your data of the last 30 days.',
    de: 'Was Anwendungen über Ihre Daten der letzten 30 Tage erfahren können.',
  },
  members: {
    id: commonMembers.id,
    type: { en: 'what happened', de: 'was geschehen ist' },
    timestamp: { en: 'when it happened', de: 'wann es geschehen ist' },
    resource: {
      en: 'the kind and the id of what was changed',
      de: 'die Art und die ID dessen, was geändert wurde',
    },
    date: {
      en: 'the day of the entry, or the first day of the measurements',
      de: 'der Tag des Eintrags oder der erste Tag der Messwerte',
    },
    last_date: {
      en: 'the last day of the measurements',
      de: 'der letzte Tag der Messwerte',
    },
    previous_date: {
      en: 'the day of the entry before it was moved',
      de: 'der Tag des Eintrags, bevor er verschoben wurde',
    },
    remote_connection_type: {
      en: 'the service from which it came',
      de: 'der Dienst, von dem es kam',
    },
    views: 'internal',
  },
});
