import { defineExportDocument } from '#shared/contract/export-document.ts';
import type { TrustedDevice } from '../../trusted-device/trusted-device.store.ts';

/** What an export shows of a trusted device. */
export const trustedDevicesDocument = defineExportDocument<TrustedDevice>({
  description: {
    en: 'The browsers in which you signed in before.',
    de: 'Die Browser, in denen Sie sich schon angemeldet haben.',
  },
  members: {
    id: 'secret',
    browser: {
      en: 'the browser and the operating system',
      de: 'der Browser und das Betriebssystem',
    },
    created_datetime: { en: 'when it was created', de: 'wann es angelegt wurde' },
    last_used_on: {
      en: 'the day on which it was last used',
      de: 'der Tag der letzten Verwendung',
    },
    expires_at: {
      en: 'when it ends, in seconds since 1970 (UTC)',
      de: 'wann es endet, in Sekunden seit 1970 (UTC)',
    },
    ttl: 'internal',
  },
});
