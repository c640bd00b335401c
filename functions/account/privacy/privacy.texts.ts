import { html, strong } from '#shared/html/html.ts';
import de from './privacy.texts.de.ts';

const en = {
  title: 'Privacy',

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

/** The texts of the page about privacy. */
export const privacyTexts = { en, de };

export type PrivacyTexts = typeof en;
