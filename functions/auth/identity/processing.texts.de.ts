import type { ProcessingTexts } from './processing.texts.ts';

const de: ProcessingTexts = {
  consent:
    'Ich willige ein, dass dieser Dienst meine Gesundheitsdaten speichert und verarbeitet: ' +
    'Trainings, Mahlzeiten, Messwerte meines Körpers wie Gewicht, Schlaf und Schritte, Fotos und ' +
    'was meine Geräte und verbundenen Dienste aufzeichnen.',
  consentHint:
    'Sie können das jederzeit auf der Seite „Datenschutz“ Ihres Kontos widerrufen.',
  consentRequired:
    'Setzen Sie das Häkchen, um einzuwilligen, oder fahren Sie nicht fort.',
  privacyNotice: 'Wie Ihre Daten verarbeitet werden',
  contact: 'Betreiber kontaktieren',
};

export default de;
