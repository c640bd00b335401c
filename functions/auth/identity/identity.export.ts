import { commonMembers, defineExportDocument } from '#shared/contract/export-document.ts';
import type { Erasure } from './erasure.ts';
import type { UserProfile } from './identity.ts';

export const userDocument = defineExportDocument<UserProfile>({
  description: { en: 'Your profile.', de: 'Ihr Profil.' },
  members: {
    id: commonMembers.id,
    username: commonMembers.username,
    display_name: commonMembers.display_name,
    email: commonMembers.email,
    date_joined: { en: 'when you joined', de: 'wann Sie sich registriert haben' },
    disabled_datetime: {
      en: 'when the account was disabled',
      de: 'wann das Konto gesperrt wurde',
    },
    unconfirmed_email: {
      en: 'whether no link in a mail has confirmed the email address yet',
      de: 'ob noch kein Link in einer Mail die E-Mail-Adresse bestätigt hat',
    },
    connected_types: {
      en: 'the providers that you have connected, as long as workouts of them may remain',
      de: 'die Anbieter, die Sie verbunden haben, solange Trainings von ihnen da sein können',
    },
    locale: {
      en: 'the language that you read, with the region',
      de: 'die Sprache, die Sie lesen, mit der Region',
    },
    time_zone: {
      en: 'the time zone in which you live',
      de: 'die Zeitzone, in der Sie leben',
    },
    distance_unit: {
      en: 'the unit in which you read distances',
      de: 'die Einheit, in der Sie Strecken lesen',
    },
    weight_unit: {
      en: 'the unit in which you read weights',
      de: 'die Einheit, in der Sie Gewichte lesen',
    },
    energy_unit: {
      en: 'the unit in which you read energy',
      de: 'die Einheit, in der Sie Energie lesen',
    },
    first_weekday: {
      en: 'the day with which your weeks begin',
      de: 'der Tag, mit dem Ihre Wochen beginnen',
    },
    health_consent: {
      en: 'your consent to the processing of health data: its wording, and when you gave it',
      de: 'Ihre Einwilligung zu Gesundheitsdaten: ihr Wortlaut, und wann Sie sie erteilt haben',
    },
    restricted_datetime: {
      en: 'when you paused the processing of your data, if it is paused',
      de: 'wann Sie die Verarbeitung Ihrer Daten pausiert haben, falls sie pausiert ist',
    },
    resumed_datetime: {
      en: 'when you last resumed the processing',
      de: 'wann Sie die Verarbeitung zuletzt fortgesetzt haben',
    },
  },
});

export const erasureDocument = defineExportDocument<Erasure>({
  description: {
    en: 'The deletion of your account, if it was requested or cancelled.',
    de: 'Die Löschung Ihres Kontos, falls sie beantragt oder abgebrochen wurde.',
  },
  members: {
    id: commonMembers.id,
    state: commonMembers.state,
    reason: {
      en: 'whether you or the operator requested the deletion',
      de: 'ob Sie oder der Betreiber die Löschung beantragt haben',
    },
    requested_datetime: {
      en: 'when the deletion was requested',
      de: 'wann die Löschung beantragt wurde',
    },
    due_datetime: {
      en: 'when the deletion takes place',
      de: 'wann die Löschung stattfindet',
    },
    started_datetime: {
      en: 'when the deletion began',
      de: 'wann die Löschung begonnen hat',
    },
    language: { en: 'the language of the email', de: 'die Sprache der E-Mail' },
    email: 'internal',
    counts: 'internal',
    collection: 'internal',
    collection_sk: 'internal',
    ttl: 'internal',
  },
});
