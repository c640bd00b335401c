import { html, strong } from '#shared/html/html.ts';

const en = {
  title: 'Privacy',
  purpose: 'Pause the processing of your data, and see what you agreed to.',

  processing: 'Processing of your data',
  active:
    'You can pause it. Your data is then kept, but nothing else happens with it: no workouts are ' +
    'imported, and no application can read or change anything. You can still see and export it ' +
    'here. Nothing is lost: what your services record meanwhile is imported when you resume.',
  pause: 'Pause the processing',
  paused: (date: string) =>
    html`The processing of your data has been ${strong('paused')} since ${date}.`,
  pausedHint:
    'Your data is kept. No workouts are imported, and no application can read or change ' +
    'anything. When you resume, what your services have recorded meanwhile is imported.',
  resume: 'Resume the processing',

  reads: 'What was read',
  readsHint:
    'You can see which applications and scripts have read what in the last 90 days, and which ' +
    'dates they asked for.',

  consent: 'Consent to health data',
  lead: 'What you agreed to, and what may happen with your data.',
  given: 'You agreed on',
  version: 'Version of the wording',
  withdrawn: (date: string) => html`You withdrew your consent on ${date}.`,
  notGiven: 'You have not agreed to the current wording yet.',
  agree: 'Agree',
  withdraw: 'Withdraw the consent',
  withdrawHint:
    'This pauses the processing: your data is kept, and nothing else happens with it. To have it ' +
    'deleted, delete your account.',

  /** The page that asks after a sign-in. */
  ask: {
    title: 'Your health data',
    intro: 'Before you continue, we need your consent:',
    agree: 'Agree and continue',
    decline: 'Do not agree',
    declineHint:
      'Without your consent, the processing is paused: your data is kept, but nothing is ' +
      'imported, and no application can read or change anything. You can agree later on the page ' +
      '“Privacy”, or export and delete your data.',
  },

  notices: {
    restricted: 'The processing of your data is paused.',
    resumed: 'The processing of your data continues.',
    consent_given: 'Thank you. Your consent is stored.',
    consent_withdrawn:
      'Your consent is withdrawn. The processing of your data is paused.',
  },
};

const de: typeof en = {
  title: 'Datenschutz',
  purpose: 'Die Verarbeitung pausieren, und sehen, worin Sie eingewilligt haben.',

  processing: 'Verarbeitung Ihrer Daten',
  active:
    'Sie können sie pausieren. Ihre Daten bleiben dann gespeichert, aber es geschieht sonst ' +
    'nichts mit ihnen: Trainings werden nicht importiert, und keine Anwendung kann etwas lesen ' +
    'oder ändern. ' +
    'Hier können Sie alles weiter sehen und exportieren. Nichts geht verloren: Was Ihre Dienste ' +
    'inzwischen aufzeichnen, wird importiert, wenn Sie fortsetzen.',
  pause: 'Verarbeitung pausieren',
  paused: (date) =>
    html`Die Verarbeitung Ihrer Daten ist seit ${date} ${strong('pausiert')}.`,
  pausedHint:
    'Ihre Daten bleiben gespeichert. Trainings werden nicht importiert, und keine Anwendung kann ' +
    'etwas lesen oder ändern. Wenn Sie fortsetzen, wird importiert, was Ihre Dienste inzwischen ' +
    'aufgezeichnet haben.',
  resume: 'Verarbeitung fortsetzen',

  reads: 'Was gelesen wurde',
  readsHint:
    'Sie können sehen, welche Anwendungen und Skripte in den letzten 90 Tagen was gelesen haben, ' +
    'und nach welchen Tagen sie gefragt haben.',

  consent: 'Einwilligung zu Gesundheitsdaten',
  lead: 'Worin Sie eingewilligt haben, und was mit Ihren Daten geschehen darf.',
  given: 'Sie haben eingewilligt am',
  version: 'Fassung des Textes',
  withdrawn: (date) => html`Sie haben Ihre Einwilligung am ${date} widerrufen.`,
  notGiven: 'In die aktuelle Fassung haben Sie noch nicht eingewilligt.',
  agree: 'Einwilligen',
  withdraw: 'Einwilligung widerrufen',
  withdrawHint:
    'Dadurch wird die Verarbeitung pausiert: Ihre Daten bleiben gespeichert, und es geschieht ' +
    'sonst nichts mit ihnen. Wenn sie gelöscht werden sollen, löschen Sie Ihr Konto.',

  ask: {
    title: 'Ihre Gesundheitsdaten',
    intro: 'Bevor es weitergeht, brauchen wir Ihre Einwilligung:',
    agree: 'Einwilligen und fortfahren',
    decline: 'Nicht einwilligen',
    declineHint:
      'Ohne Ihre Einwilligung pausiert die Verarbeitung: Ihre Daten bleiben gespeichert, aber es ' +
      'wird nichts importiert, und keine Anwendung kann etwas lesen oder ändern. Sie können ' +
      'später auf der Seite „Datenschutz“ einwilligen oder Ihre Daten exportieren und löschen.',
  },

  notices: {
    restricted: 'Die Verarbeitung Ihrer Daten ist pausiert.',
    resumed: 'Die Verarbeitung Ihrer Daten läuft weiter.',
    consent_given: 'Danke. Ihre Einwilligung ist gespeichert.',
    consent_withdrawn:
      'Ihre Einwilligung ist widerrufen. Die Verarbeitung Ihrer Daten ist pausiert.',
  },
};

/** The texts of the page about privacy. */
export const privacyTexts = { en, de };
export type PrivacyTexts = typeof en;
