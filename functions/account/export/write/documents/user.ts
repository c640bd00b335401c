import type { UserProfile } from '#functions/auth/identity/identity.ts';
import { defineExportDocument } from '#shared/contract/export-document.ts';
import { commonMembers } from './common-members.ts';

const { id, username, display_name, email } = commonMembers;

/** What an export shows of the profile of a user. */
export const userDocument = defineExportDocument<UserProfile>({
  description: { en: 'Your profile.', de: 'Ihr Profil.' },
  members: {
    id,
    username,
    display_name,
    email,
    date_joined: { en: 'when you joined', de: 'wann Sie sich registriert haben' },
    disabled_datetime: {
      en: 'when the account was disabled',
      de: 'wann das Konto gesperrt wurde',
    },
  },
});
