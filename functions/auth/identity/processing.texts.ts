import de from './processing.texts.de.ts';

const en = {
  /** The wording of the consent. Another wording needs another `healthConsentVersion`. */
  consent:
    'I agree that this service stores and processes my health data: workouts, meals, ' +
    'measurements of my body such as weight, sleep and steps, photos and what my devices and ' +
    'connected services record.',
  consentHint: 'You can withdraw this at any time on the page “Privacy” of your account.',
  consentRequired: 'Tick the box to agree, or do not continue.',
  privacyNotice: 'How your data is processed',
  contact: 'Contact the operator',
};

/** The texts of the consent to the processing of health data. */
export const processingTexts = { en, de };
export type ProcessingTexts = typeof en;
