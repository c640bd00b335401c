const en = {
  greeting: (name: string) => `Hello, ${name}.`,
  thisWeek: 'This week',
  nothingThisWeek: 'There is nothing yet in this week, and nothing in the week before.',
  lastWeek: 'Last week',
  today: 'Today',
  latestWorkouts: 'Latest workouts',
  unknownWorkout: (id: string) => `Unknown exercise “${id}”`,
  empty: 'Your diary is empty, or has no entries of the last weeks',
  allPages: 'All about your account',
  groups: {
    data: 'Your data',
    privacy: 'Access and privacy',
    account: 'Sign-in and settings',
  },
  notices: {
    password_changed: 'Password changed. You have been signed out in all other browsers.',
    email_changed: 'Email address changed.',
    account_created: 'Your account has been created.',
  },
};

const de: typeof en = {
  greeting: (name) => `Hallo, ${name}.`,
  thisWeek: 'Diese Woche',
  nothingThisWeek: 'In dieser und in der letzten Woche gibt es noch nichts.',
  lastWeek: 'Letzte Woche',
  today: 'Heute',
  latestWorkouts: 'Letzte Trainings',
  unknownWorkout: (id) => `Unbekanntes Training „${id}“`,
  empty: 'Ihr Tagebuch ist leer oder hat keine Einträge der letzten Wochen',
  allPages: 'Alles zu Ihrem Konto',
  groups: {
    data: 'Ihre Daten',
    privacy: 'Zugriff und Datenschutz',
    account: 'Anmeldung und Einstellungen',
  },
  notices: {
    password_changed:
      'Passwort geändert. Sie wurden in allen anderen Browsern abgemeldet.',
    email_changed: 'E-Mail-Adresse geändert.',
    account_created: 'Ihr Konto wurde angelegt.',
  },
};

/** The texts of the start page. The linked pages have their own titles and purposes. */
export const overviewTexts = { en, de };
export type AccountNotice = keyof typeof en.notices;
