import { signInTexts } from '#functions/auth/sign-in/sign-in.texts.ts';
import { html, strong } from '#shared/html/html.ts';
import type { SecurityTexts } from './security.texts.ts';

const bounced = (date: string) =>
  `Wir senden keine E-Mails an diese Adresse, weil eine E-Mail am ${date} zurückkam. Von einer ` +
  'neuen Anmeldung würden Sie nicht erfahren, und Ihr Passwort könnten Sie nicht zurücksetzen. ' +
  'Ändern Sie Ihre Adresse. Wenn sie richtig ist, bitten Sie den Betreiber dieses Dienstes, ' +
  'wieder E-Mails an sie zu senden.';

const de: SecurityTexts = {
  title: 'Anmeldung und Sicherheit',

  email: 'E-Mail-Adresse',
  currentEmail: (email) => html`Sie melden sich mit ${strong(email)} an.`,
  noMail: {
    bounce: bounced,
    rejected: bounced,
    complaint: (date) =>
      `Wir senden keine E-Mails an diese Adresse, weil eine E-Mail am ${date} als Spam gemeldet ` +
      'wurde. Von einer neuen Anmeldung würden Sie nicht erfahren, und Ihr Passwort könnten Sie ' +
      'nicht zurücksetzen. Wenn Sie unsere E-Mails erhalten möchten, bitten Sie den Betreiber ' +
      'dieses Dienstes, sie wieder zu senden.',
  },
  newEmail: 'Neue E-Mail-Adresse',
  password: 'Aktuelles Passwort',
  changeEmail: 'E-Mail-Adresse ändern',
  sendLink: 'Link senden',
  changeHint:
    'Wir senden einen Link an die neue Adresse. Ihre Adresse ändert sich erst, wenn Sie den Link ' +
    'öffnen und die Änderung bestätigen.',

  passwordTitle: 'Passwort',
  passwordHint:
    'Ändern Sie es, wenn jemand es kennen könnte oder Sie es auch anderswo verwenden.',
  changePassword: 'Passwort ändern',

  sessions: 'Angemeldete Browser',
  thisBrowser: 'Dieser Browser',
  unknownBrowser: 'Unbekannter Browser',
  signedIn: 'Angemeldet seit',
  lastUse: 'Letzte Nutzung',
  notRecorded: 'nicht gespeichert',
  endsAfter: 'Abmeldung',
  daysUnused: '30 Tage nach der letzten Nutzung',
  hoursAfter: '12 Stunden nach der Anmeldung',
  endSession: 'Abmelden',
  endSessionLabel: (browser) => `Abmelden: ${browser}`,
  endOthers: 'Alle anderen Browser abmelden',
  endOthersHint:
    'Wer anderswo angemeldet ist, braucht das Passwort, um sich neu anzumelden. Hier bleiben ' +
    'Sie angemeldet.',
  endOthersNow: 'Jetzt abmelden',

  trustedDevices: 'Gespeicherte Browser',
  trustedDevicesIntro:
    'Mit diesen Browsern haben Sie sich bereits angemeldet. Wenn jemand anderswo zu oft ein ' +
    'falsches Passwort eingibt, können Sie sich mit diesen Browsern trotzdem anmelden. Eine ' +
    'E-Mail senden wir Ihnen nur bei einer Anmeldung mit einem anderen Browser.',
  showTrustedDevices: (count) => `Anzeigen (${count})`,
  firstUsed: 'Erste Anmeldung',
  lastUsed: 'Letzte Anmeldung',
  forget: 'Entfernen',
  forgetLabel: (browser) => `Entfernen: ${browser}`,
  forgetAll: 'Alle Browser entfernen',
  forgetAllHint:
    'Bei der nächsten Anmeldung gilt jeder Browser als neu, und Sie erhalten eine E-Mail.',
  forgetAllNow: 'Jetzt entfernen',
  noTrustedDevices: 'Es ist kein Browser gespeichert.',
  notices: {
    email_restored: signInTexts.de.notices.email_restored,
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

export default de;
