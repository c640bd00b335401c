import { html } from '#shared/html/html.ts';
import { strong } from '#shared/pages/languages/strong.ts';
import type { SecurityTexts } from './security-languages.ts';

/** The texts of the page about sign-in and security in German. */
export const securityDe: SecurityTexts = {
  tag: 'de',
  title: 'Anmeldung und Sicherheit',
  errorTitle: 'Fehler: Anmeldung und Sicherheit',

  email: 'E-Mail-Adresse',
  currentEmail: (email) => html`Sie melden sich mit ${strong(email)} an.`,
  newEmail: 'Neue E-Mail-Adresse',
  password: 'Aktuelles Passwort',
  changeEmail: 'E-Mail-Adresse ändern',
  changeHint:
    'Wir senden einen Link an die neue Adresse. Ihre Adresse ändert sich erst, wenn Sie den Link ' +
    'öffnen und die Änderung bestätigen.',

  sessions: 'Angemeldete Browser',
  thisBrowser: 'Dieser Browser',
  unknownBrowser: 'Unbekannter Browser',
  signedIn: 'Angemeldet',
  endSession: 'Abmelden',
  endSessionLabel: (browser) => `Abmelden: ${browser}`,
  endOthers: 'Alle anderen Browser abmelden',

  trustedDevices: 'Gespeicherte Browser',
  trustedDevicesIntro:
    'Mit diesen Browsern haben Sie sich bereits angemeldet. Wenn jemand anderswo zu oft ein ' +
    'falsches Passwort eingibt, können Sie sich mit diesen Browsern trotzdem anmelden. Eine ' +
    'E-Mail senden wir Ihnen nur bei einer Anmeldung mit einem anderen Browser.',
  firstUsed: 'Erste Anmeldung',
  lastUsed: 'Letzte Anmeldung',
  forget: 'Entfernen',
  forgetLabel: (browser) => `Entfernen: ${browser}`,
  forgetAll: 'Alle Browser entfernen',
  noTrustedDevices: 'Es ist kein Browser gespeichert.',
  notices: {
    link_sent:
      'Wir haben eine E-Mail an die neue Adresse gesendet. Öffnen Sie den Link darin innerhalb ' +
      'von 24 Stunden.',
    session_ended: 'Der Browser ist abgemeldet.',
    other_sessions_ended: 'Alle anderen Browser sind abgemeldet.',
    browser_forgotten: 'Der Browser ist nicht mehr gespeichert.',
    all_browsers_forgotten: 'Es ist kein Browser mehr gespeichert.',
  },

  problems: {
    wrong: 'Das aktuelle Passwort ist falsch.',
    invalid: 'Geben Sie eine neue E-Mail-Adresse wie ann@example.com ein.',
  },
};
