import { commonMembers, defineExportDocument } from '#shared/contract/export-document.ts';
import type { Session } from './session.store.ts';
import type { TrustedDevice } from './trusted-device.store.ts';

export const sessionsDocument = defineExportDocument<Session>({
  description: {
    en: 'The browsers in which you are signed in.',
    de: 'Die Browser, in denen Sie angemeldet sind.',
  },
  members: {
    id: commonMembers.id,
    user_id: 'internal',
    browser: commonMembers.browser,
    created_datetime: commonMembers.created_datetime,
    stays_signed_in: {
      en: 'whether you chose to stay signed in',
      de: 'ob Sie angemeldet bleiben wollten',
    },
    last_used_on: commonMembers.last_used_on,
    expires_at: commonMembers.expires_at,
    digest: 'secret',
    access_generation: 'internal',
    ttl: 'internal',
  },
});

export const trustedDevicesDocument = defineExportDocument<TrustedDevice>({
  description: {
    en: 'The browsers in which you signed in before.',
    de: 'Die Browser, in denen Sie sich schon angemeldet haben.',
  },
  members: {
    id: 'secret',
    browser: commonMembers.browser,
    created_datetime: commonMembers.created_datetime,
    last_used_on: commonMembers.last_used_on,
    expires_at: commonMembers.expires_at,
    ttl: 'internal',
  },
});
