import { html, strong } from '#shared/html/html.ts';
import type { ApplicationsTexts } from './applications.texts.ts';

const de: ApplicationsTexts = {
  title: 'Anwendungen mit Zugriff',
  lead: 'Diesen Anwendungen haben Sie erlaubt, Ihre Daten zu verwenden.',
  empty: {
    title: 'Keine Anwendung hat Zugriff',
    text:
      'Wenn Sie einer Anwendung erlauben, Ihre Daten zu verwenden, sehen Sie hier, was sie darf, ' +
      'und können den Zugriff jederzeit widerrufen.',
  },
  can: 'Sie kann:',
  fullAccess: 'Voller Zugriff',
  assistant: 'Assistent',
  canEverything: html`Sie kann ${strong('alles')}, was Anwendungen können:`,
  accessSince: 'Zugriff seit',
  lastUsed: 'Zuletzt verwendet',
  neverUsed: 'Noch nie',
  revocation: 'Zugriff widerrufen',
  revocationHint:
    'Sie kann Ihre Daten spätestens nach einer Minute nicht mehr verwenden. Was sie bereits ' +
    'kopiert hat, behält sie. Um sie wieder zu verwenden, müssen Sie es ihr neu erlauben.',
  revoke: 'Jetzt widerrufen',
  revokeLabel: (application) => `Jetzt widerrufen: Zugriff von ${application}`,
  ownScripts: 'Eigene Skripte verwenden Token, die Sie erstellen:',
  saveProviders: 'Speichern',
  saveProvidersLabel: (application) => `Speichern, was ${application} sieht`,
  notices: {
    providers_chosen: 'Gespeichert. Dies wird innerhalb einer Minute wirksam.',
    access_removed:
      'Der Zugriff wurde widerrufen. Dies wird innerhalb einer Minute wirksam.',
  },
};

export default de;
