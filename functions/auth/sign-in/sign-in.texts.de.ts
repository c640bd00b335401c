import { html, strong } from '#shared/html/html.ts';
import type { SignInTexts } from './sign-in.texts.ts';

const de: SignInTexts = {
  title: 'Anmelden',
  continueTo: (application) => html`Weiter zu ${strong(application)}`,
  continueToAccount: html`Weiter zu Ihrem Konto`,
  continueToConnect: (provider) => html`Weiter, um ${strong(provider)} zu verbinden`,
  email: 'E-Mail',
  password: 'Passwort',
  submit: 'Anmelden',
  staySignedIn: 'Angemeldet bleiben',
  staySignedInHint:
    'Für 30 Tage nach der letzten Nutzung statt für 12 Stunden. Nur auf eigenen Geräten.',
  problems: { wrong: 'E-Mail oder Passwort ist falsch.' },
  tooManyAttempts: (wait) => `Zu viele Versuche. Versuchen Sie es in ${wait} erneut.`,
  notices: {
    signed_out: 'Sie haben sich abgemeldet.',
    not_saved:
      'Sie waren nicht mehr angemeldet. Was Sie gesendet haben, wurde nicht gespeichert.',
    password_reset: 'Passwort geändert. Melden Sie sich mit dem neuen Passwort an.',
    email_restored:
      'Ihre E-Mail-Adresse ist wiederhergestellt. Wählen Sie jetzt ein neues Passwort: Wer die ' +
      'Adresse geändert hat, kennt wahrscheinlich das alte.',
  },
  passwordReset: 'Passwort vergessen?',
  signUp: 'Konto anlegen',
  kept: {
    title: 'Ihr Konto bleibt erhalten',
    text: (time) =>
      html`Ihr Konto sollte am ${strong(time)} gelöscht werden. Weil Sie sich angemeldet haben, ist
  die Löschung abgebrochen. Es wurde nichts gelöscht.`,
    continue: 'Weiter',
    deleteAnyway: 'Konto trotzdem löschen',
  },
};

export default de;
