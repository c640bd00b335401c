import type { Session } from '#functions/auth/session/session.store.ts';
import { defineExportDocument } from '#shared/contract/export-document.ts';
import { commonMembers } from './common-members.ts';

const { id, username, browser, created_datetime, expires_at } = commonMembers;

/** What an export shows of a session. */
export const sessionsDocument = defineExportDocument<Session>({
  description: {
    en: 'The browsers in which you are signed in.',
    de: 'Die Browser, in denen Sie angemeldet sind.',
  },
  members: {
    id,
    user_id: 'internal',
    username,
    browser,
    created_datetime,
    expires_at,
    digest: 'secret',
    access_generation: 'internal',
    ttl: 'internal',
  },
});
