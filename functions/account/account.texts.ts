const en = {
  sections: {
    data: 'Data',
    devices: 'Devices',
    connections: 'Services',
    privacy: 'Privacy',
    security: 'Security',
  },
  title: 'Your account',
  data: 'My data',
  dataHint: 'Energy and exercise by day, week and month.',
  devices: 'Devices and preferences',
  devicesHint: 'See which devices record your data, and choose the ones you prefer.',
  applications: 'Applications with access',
  applicationsHint: 'Review and revoke access to your fitness data.',
  connections: 'Connected services',
  connectionsHint: 'Services from which your workouts are imported.',
  privacy: 'Privacy',
  privacyHint: 'Pause the processing of your data, and see what you agreed to.',
  export: 'Export my data',
  exportHint: 'Get a ZIP file with everything that is stored about you.',
  password: 'Change password',
  passwordHint: 'This signs you out in all other browsers.',
  security: 'Sign-in and security',
  securityHint: 'Change your email address, and see where you are signed in.',
  deletion: 'Delete my account',
  deletionHint: 'Delete your account and all your data.',
  settings: 'Settings',
  settingsHint: 'Your name, language, units, time zone and first day of the week.',
  notices: {
    password_changed: 'Password changed. You have been signed out in all other browsers.',
    email_changed: 'Email address changed.',
    account_created: 'Your account has been created.',
  },
};

const de: typeof en = {
  sections: {
    data: 'Daten',
    devices: 'Geräte',
    connections: 'Dienste',
    privacy: 'Datenschutz',
    security: 'Sicherheit',
  },
  title: 'Ihr Konto',
  data: 'Meine Daten',
  dataHint: 'Energie und Training nach Tag, Woche und Monat.',
  devices: 'Geräte und Einstellungen',
  devicesHint:
    'Sehen, welche Geräte Ihre Daten aufzeichnen, und bevorzugte Geräte wählen.',
  applications: 'Anwendungen mit Zugriff',
  applicationsHint: 'Zugriff auf Ihre Fitnessdaten prüfen und widerrufen.',
  connections: 'Verbundene Dienste',
  connectionsHint: 'Dienste, von denen Ihre Trainings importiert werden.',
  privacy: 'Datenschutz',
  privacyHint: 'Die Verarbeitung pausieren, und sehen, worin Sie eingewilligt haben.',
  export: 'Meine Daten exportieren',
  exportHint: 'Eine ZIP-Datei mit allem, was über Sie gespeichert ist.',
  password: 'Passwort ändern',
  passwordHint: 'Sie werden dabei in allen anderen Browsern abgemeldet.',
  security: 'Anmeldung und Sicherheit',
  securityHint: 'E-Mail-Adresse ändern und angemeldete Browser ansehen.',
  deletion: 'Konto löschen',
  deletionHint: 'Ihr Konto und alle Ihre Daten löschen.',
  settings: 'Einstellungen',
  settingsHint: 'Ihr Name, Sprache, Einheiten, Zeitzone und erster Wochentag.',
  notices: {
    password_changed:
      'Passwort geändert. Sie wurden in allen anderen Browsern abgemeldet.',
    email_changed: 'E-Mail-Adresse geändert.',
    account_created: 'Ihr Konto wurde angelegt.',
  },
};

/** The texts of the start page of the account. */
export const accountTexts = { en, de };
export type AccountNotice = keyof typeof en.notices;
