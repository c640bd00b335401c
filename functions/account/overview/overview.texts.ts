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
  /** The purpose of each linked page. */
  hints: {
    data: 'Energy and exercise by day, week and month.',
    devices: 'See which devices record your data, and choose the ones you prefer.',
    applications: 'Review and revoke access to your fitness data.',
    connections: 'Services from which your workouts are imported.',
    privacy: 'Pause the processing of your data, and see what you agreed to.',
    imports: 'Workouts from files of devices and other services.',
    export: 'Get a ZIP file with everything that is stored about you.',
    password: 'This signs you out in all other browsers.',
    security: 'Change your email address, and see where you are signed in.',
    deletion: 'Delete your account and all your data.',
    tokens: 'Create a token with which a script of yours uses your data.',
    portal: 'Register an application that you develop, and that other people can use.',
    settings: 'Your name, language, units, time zone and first day of the week.',
  },
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
  hints: {
    data: 'Energie und Training nach Tag, Woche und Monat.',
    devices: 'Sehen, welche Geräte Ihre Daten aufzeichnen, und bevorzugte Geräte wählen.',
    applications: 'Zugriff auf Ihre Fitnessdaten prüfen und widerrufen.',
    connections: 'Dienste, von denen Ihre Trainings importiert werden.',
    privacy: 'Die Verarbeitung pausieren, und sehen, worin Sie eingewilligt haben.',
    imports: 'Trainings aus Dateien von Geräten und anderen Diensten.',
    export: 'Eine ZIP-Datei mit allem, was über Sie gespeichert ist.',
    password: 'Sie werden dabei in allen anderen Browsern abgemeldet.',
    security: 'E-Mail-Adresse ändern und angemeldete Browser ansehen.',
    deletion: 'Ihr Konto und alle Ihre Daten löschen.',
    tokens: 'Ein Token erstellen, mit dem ein eigenes Skript Ihre Daten verwendet.',
    portal:
      'Eine Anwendung registrieren, die Sie entwickeln und die andere verwenden können.',
    settings: 'Ihr Name, Sprache, Einheiten, Zeitzone und erster Wochentag.',
  },
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

/** The texts of the start page. The names of the linked pages are in `accountTexts`. */
export const overviewTexts = { en, de };
export type AccountNotice = keyof typeof en.notices;
