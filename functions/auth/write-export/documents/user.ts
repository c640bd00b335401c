import { defineExportDocument } from '#shared/contract/export-document.ts';
import type { UserProfile } from '../../identity/identity.ts';

/** What an export shows of the profile of a user. */
export const userDocument = defineExportDocument<UserProfile>({
  description: { en: 'Your profile.', de: 'Ihr Profil.' },
  members: {
    id: { en: 'the id', de: 'die ID' },
    username: {
      en: 'your short name in this service',
      de: 'Ihr Kurzname in diesem Dienst',
    },
    display_name: { en: 'the name that others see', de: 'der Name, den andere sehen' },
    email: { en: 'the email address', de: 'die E-Mail-Adresse' },
    date_joined: { en: 'when you joined', de: 'wann Sie sich registriert haben' },
    disabled_datetime: {
      en: 'when the account was disabled',
      de: 'wann das Konto gesperrt wurde',
    },
  },
});
