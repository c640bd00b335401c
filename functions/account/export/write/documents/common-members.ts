import type { ExportText } from '#shared/contract/export-document.ts';

/** What the README says about members that several documents have. */
export const commonMembers = {
  id: { en: 'the id', de: 'die ID' },
  username: {
    en: 'your short name in this service',
    de: 'Ihr Kurzname in diesem Dienst',
  },
  display_name: { en: 'the name that others see', de: 'der Name, den andere sehen' },
  email: { en: 'the email address', de: 'die E-Mail-Adresse' },
  browser: {
    en: 'the browser and the operating system',
    de: 'der Browser und das Betriebssystem',
  },
  state: { en: 'the progress', de: 'der Stand' },
  created_datetime: { en: 'when it was created', de: 'wann es angelegt wurde' },
  last_used_on: {
    en: 'the day on which it was last used',
    de: 'der Tag der letzten Verwendung',
  },
  expires_at: {
    en: 'when it ends, in seconds since 1970 (UTC)',
    de: 'wann es endet, in Sekunden seit 1970 (UTC)',
  },
} as const satisfies Readonly<Record<string, ExportText>>;
