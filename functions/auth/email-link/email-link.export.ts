import { commonMembers, defineExportDocument } from '#shared/contract/export-document.ts';
import type { EmailLink } from './email-link.ts';

export const emailLinksDocument = defineExportDocument<EmailLink>({
  description: {
    en: 'Links that were sent to you by email, e.g. to choose a new password.',
    de: 'Links, die Ihnen per E-Mail gesendet wurden, z. B. für ein neues Passwort.',
  },
  members: {
    id: commonMembers.id,
    user_id: 'internal',
    purpose: { en: 'what the link was for', de: 'wofür der Link war' },
    email: commonMembers.email,
    previous_email: {
      en: 'the address that was to be replaced',
      de: 'die Adresse, die ersetzt werden sollte',
    },
    display_name: commonMembers.display_name,
    expires_at: commonMembers.expires_at,
    used_at: {
      en: 'when the link was used, in seconds since 1970 (UTC)',
      de: 'wann der Link verwendet wurde, in Sekunden seit 1970 (UTC)',
    },
    changed_datetime: {
      en: 'when the address was changed that the link restores',
      de: 'wann die Adresse geändert wurde, die der Link wiederherstellt',
    },
    previous_password_hash: 'secret',
    access_generation: 'internal',
    session_id: 'internal',
    digests: 'secret',
    password_digest: 'secret',
    request: 'internal',
    ttl: 'internal',
  },
});
