import { commonMembers, defineExportDocument } from '#shared/contract/export-document.ts';
import type { Inbox } from './inbox.ts';

export const inboxesDocument = defineExportDocument<Inbox>({
  description: {
    en: 'The inboxes that take what your phone or an app sends.',
    de: 'Die Posteingänge, die annehmen, was Ihr Telefon oder eine App sendet.',
  },
  members: {
    id: commonMembers.id,
    name: {
      en: 'the name that you have given it',
      de: 'der Name, den Sie vergeben haben',
    },
    app: {
      en: 'the app for which it was made',
      de: 'die App, für die er angelegt wurde',
    },
    created_datetime: { en: 'when it was created', de: 'wann er angelegt wurde' },
    secret_digest: 'secret',
    signing_salt: 'secret',
    deleted_ids: 'internal',
    deleted_at: 'internal',
    numbers: 'internal',
    data_source_id: {
      en: 'the data source of what it has brought',
      de: 'die Datenquelle dessen, was er gebracht hat',
    },
    revoked_datetime: { en: 'when you revoked it', de: 'wann Sie ihn widerrufen haben' },
    deliveries: {
      en: 'the latest messages, and how many values of each were kept',
      de: 'die letzten Nachrichten und wie viele Werte davon behalten wurden',
    },
  },
});
