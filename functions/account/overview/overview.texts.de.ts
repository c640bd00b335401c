import type { OverviewTexts } from './overview.texts.ts';

const de: OverviewTexts = {
  greeting: (name) => `Hallo, ${name}.`,
  timeZone: {
    title: 'Wo sind Sie?',
    hint: 'Geben Sie eine Stadt ein. Tage und Zeiten sind in UTC, bis Sie eine Zeitzone wählen.',
    save: 'Zeitzone speichern',
  },
  thisWeek: 'Diese Woche',
  nothingThisWeek: 'In dieser und in der letzten Woche gibt es noch nichts.',
  lastWeek: 'Letzte Woche',
  today: 'Heute',
  latestWorkouts: 'Letzte Trainings',
  empty: 'Keine Trainings und keine Mahlzeiten in den letzten Wochen',
  allPages: 'Alles zu Ihrem Konto',
  groups: {
    data: 'Ihre Daten',
    privacy: 'Zugriff und Datenschutz',
    account: 'Anmeldung und Einstellungen',
  },
  notices: {
    time_zone_saved: 'Ihre Zeitzone wurde gespeichert.',
    password_changed:
      'Passwort geändert. Sie wurden in allen anderen Browsern abgemeldet.',
    email_changed: 'E-Mail-Adresse geändert.',
    account_created: 'Ihr Konto wurde angelegt.',
  },
};

export default de;
