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
  devices: 'Devices and preferences',
  applications: 'Applications with access',
  connections: 'Connected services',
  privacy: 'Privacy',
  export: 'Export my data',
  password: 'Change password',
  security: 'Sign-in and security',
  deletion: 'Delete my account',
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
  devices: 'Geräte und Vorrang',
  applications: 'Anwendungen mit Zugriff',
  connections: 'Verbundene Dienste',
  privacy: 'Datenschutz',
  export: 'Meine Daten exportieren',
  password: 'Passwort ändern',
  security: 'Anmeldung und Sicherheit',
  deletion: 'Konto löschen',
  settings: 'Einstellungen',
  tokens: 'Zugriffstoken',
};

/** The names of the sections and pages of the account. */
export const accountTexts = { en, de };
