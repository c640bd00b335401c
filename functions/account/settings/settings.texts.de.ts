import type { SettingsTexts } from './settings.texts.ts';

const de: SettingsTexts = {
  title: 'Einstellungen',
  intro: 'Sie gelten für diese Seiten, E-Mails und Exporte, in allen Ihren Browsern.',
  fields: {
    display_name: 'Name',
    locale: 'Sprache und Region',
    time_zone: 'Zeitzone',
    first_weekday: 'Erster Tag der Woche',
    distance_unit: 'Strecke',
    energy_unit: 'Energie',
    weight_unit: 'Gewicht',
  },
  hints: {
    display_name: 'Anwendungen, denen Sie Zugriff geben, sehen ihn.',
    locale: 'Die Region bestimmt, wie Daten und Zahlen geschrieben werden.',
    time_zone:
      'Geben Sie eine Stadt ein. Für Zeiten und den heutigen Tag; Trainings haben die Zeit ihres ' +
      'Ortes. Wenn leer, UTC.',
  },
  languageAndTime: 'Sprache und Zeit',
  units: 'Einheiten',
  browserLocale: 'Wie im Browser eingestellt',
  values: {
    kilometers: 'Kilometer, Meter',
    miles: 'Meilen, Fuß',
    kilograms: 'Kilogramm',
    pounds: 'Pfund (lb)',
    calories: 'Kalorien (kcal)',
    kilojoules: 'Kilojoule (kJ)',
    monday: 'Montag',
    sunday: 'Sonntag',
    saturday: 'Samstag',
  },
  save: 'Speichern',
  problem: 'Es wurde nichts gespeichert. Korrigieren Sie die markierten Felder.',
  problems: {
    display_name:
      'Der Name muss aus 1 bis 50 Zeichen bestehen, von denen mindestens eines sichtbar ist. Er ' +
      'darf keine Steuerzeichen enthalten, keine unsichtbaren Zeichen und keine, die die ' +
      'Richtung des Textes ändern.',
    locale: 'Wählen Sie eine Sprache aus der Liste.',
    time_zone:
      'Geben Sie eine Stadt ein, oder eine Zeitzone der Liste wie Europa/Berlin.',
    distance_unit: 'Wählen Sie eine Einheit aus der Liste.',
    weight_unit: 'Wählen Sie eine Einheit aus der Liste.',
    energy_unit: 'Wählen Sie eine Einheit aus der Liste.',
    first_weekday: 'Wählen Sie einen Tag aus der Liste.',
  },
  severalTimeZones:
    'Dieses Land hat mehrere Zeitzonen. Geben Sie eine Stadt der Ihren ein.',
  didYouMean: (name) => `Meinen Sie ${name}?`,
  areas: {
    Africa: 'Afrika',
    America: 'Amerika',
    Antarctica: 'Antarktis',
    Arctic: 'Arktis',
    Asia: 'Asien',
    Atlantic: 'Atlantik',
    Australia: 'Australien',
    Europe: 'Europa',
    Indian: 'Indischer Ozean',
    Pacific: 'Pazifik',
  },
  notices: { saved: 'Ihre Einstellungen wurden gespeichert.' },
};

export default de;
