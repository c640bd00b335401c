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
    export: 'Export data',
    deletion: 'Delete account',
    security: 'Sign-in',
    password: 'Password',
    tokens: 'Access tokens',
  },
  title: 'Your account',
  data: 'My data',
  applications: 'Applications with access',
  imports: 'Import files',
  export: 'Export my data',
  settings: 'Settings',
  tokens: 'Access tokens',
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
    export: 'Export',
    deletion: 'Konto löschen',
    security: 'Anmeldung',
    password: 'Passwort',
    tokens: 'Zugriffstoken',
  },
  title: 'Ihr Konto',
  data: 'Meine Daten',
  applications: 'Anwendungen mit Zugriff',
  imports: 'Dateien importieren',
  export: 'Meine Daten exportieren',
  settings: 'Einstellungen',
  tokens: 'Zugriffstoken',
};

/** The names of the sections and pages of the account. */
export const accountTexts = { en, de };
