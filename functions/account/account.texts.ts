const en = {
  sections: {
    data: 'Data',
    devices: 'Devices',
    connections: 'Services',
    privacy: 'Privacy',
    security: 'Security',
  },
  tabs: {
    privacy: 'Privacy',
    applications: 'Applications',
    export: 'Export',
    deletion: 'Delete account',
    security: 'Sign-in',
    password: 'Password',
  },
  title: 'Your account',
  data: 'My data',
  devices: 'Devices and preferences',
  applications: 'Applications with access',
  connections: 'Connected services',
  privacy: 'Privacy',
  export: 'Export my data',
  password: 'Change password',
  security: 'Sign-in and security',
  deletion: 'Delete my account',
  settings: 'Settings',
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
  tabs: {
    privacy: 'Datenschutz',
    applications: 'Anwendungen',
    export: 'Exportieren',
    deletion: 'Konto löschen',
    security: 'Anmeldung',
    password: 'Passwort',
  },
  title: 'Ihr Konto',
  data: 'Meine Daten',
  devices: 'Geräte und Einstellungen',
  applications: 'Anwendungen mit Zugriff',
  connections: 'Verbundene Dienste',
  privacy: 'Datenschutz',
  export: 'Meine Daten exportieren',
  password: 'Passwort ändern',
  security: 'Anmeldung und Sicherheit',
  deletion: 'Konto löschen',
  settings: 'Einstellungen',
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
