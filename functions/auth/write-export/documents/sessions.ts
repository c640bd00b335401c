import { defineExportDocument } from '#shared/contract/export-document.ts';
import type { Session } from '../../session/session.store.ts';

/** What an export shows of a session. */
export const sessionsDocument = defineExportDocument<Session>({
  description: {
    en: 'The browsers in which you are signed in.',
    de: 'Die Browser, in denen Sie angemeldet sind.',
  },
  members: {
    id: { en: 'the id', de: 'die ID' },
    user_id: 'internal',
    username: {
      en: 'your short name in this service',
      de: 'Ihr Kurzname in diesem Dienst',
    },
    browser: {
      en: 'the browser and the operating system',
      de: 'der Browser und das Betriebssystem',
    },
    created_datetime: { en: 'when it was created', de: 'wann es angelegt wurde' },
    expires_at: {
      en: 'when it ends, in seconds since 1970 (UTC)',
      de: 'wann es endet, in Sekunden seit 1970 (UTC)',
    },
    digest: 'secret',
    ttl: 'internal',
  },
});
