import type { TrustedDevice } from '#functions/auth/session/trusted-device.store.ts';
import { defineExportDocument } from '#shared/contract/export-document.ts';
import { commonMembers } from './common-members.ts';

const { browser, created_datetime, last_used_on, expires_at } = commonMembers;

/** What an export shows of a trusted device. */
export const trustedDevicesDocument = defineExportDocument<TrustedDevice>({
  description: {
    en: 'The browsers in which you signed in before.',
    de: 'Die Browser, in denen Sie sich schon angemeldet haben.',
  },
  members: {
    id: 'secret',
    browser,
    created_datetime,
    last_used_on,
    expires_at,
    ttl: 'internal',
  },
});
