const en = {
  /** The wording of the consent. Another wording needs another `healthConsentVersion`. */
  consent:
    'I agree that this service stores and processes my health data: workouts, meals, photos and ' +
    'what my devices and connected services record.',
  consentHint: 'You can withdraw this at any time on the page “Privacy” of your account.',
  consentRequired: 'Tick the box to agree, or do not continue.',
  privacyNotice: 'How your data is processed',
  contact: 'Contact the operator',
};

const de: typeof en = {
  consent:
    'Ich willige ein, dass dieser Dienst meine Gesundheitsdaten speichert und verarbeitet: ' +
    'Trainings, Mahlzeiten, Fotos und was meine Geräte und verbundenen Dienste aufzeichnen.',
  consentHint:
    'Sie können das jederzeit auf der Seite „Datenschutz“ Ihres Kontos widerrufen.',
  consentRequired:
    'Setzen Sie das Häkchen, um einzuwilligen, oder fahren Sie nicht fort.',
  privacyNotice: 'Wie Ihre Daten verarbeitet werden',
  contact: 'Betreiber kontaktieren',
};

/** The texts of the consent to the processing of health data. */
export const processingTexts = { en, de };
