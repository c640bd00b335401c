import type { AccountTexts } from './account.texts.ts';

const de: AccountTexts = {
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
    portal: 'Ihre Anwendungen',
  },
  title: 'Ihr Konto',
  data: 'Meine Daten',
  applications: 'Anwendungen mit Zugriff',
  imports: 'Dateien importieren',
  export: 'Meine Daten exportieren',
  settings: 'Einstellungen',
  tokens: 'Zugriffstoken',
  pages: 'Seiten',
};

export default de;
