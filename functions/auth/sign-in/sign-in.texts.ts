import { html, strong } from '#shared/html/html.ts';

const en = {
  title: 'Sign in',
  continueTo: (application: string) => html`to continue to ${strong(application)}`,
  continueToAccount: html`to manage your account`,
  continueToConnect: (provider: string) => html`to connect ${strong(provider)}`,
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  staySignedIn: 'Stay signed in',
  staySignedInHint:
    'For 30 days after the last use, instead of 12 hours. Only on a device of your own.',
  /** The same for an unknown account and a wrong password, so that neither is revealed. */
  problems: { wrong: 'Incorrect email or password.' },
  tooManyAttempts: (wait: string) => `Too many attempts. Try again in ${wait}.`,
  notices: {
    signed_out: 'You have signed out.',
    not_saved: 'You were no longer signed in, so what you sent was not saved.',
    password_reset: 'Password changed. Sign in with the new password.',
    email_restored:
      'Your email address is restored. Choose a new password now: whoever changed the address ' +
      'probably knows the old one.',
  },
  passwordReset: 'Forgot your password?',
  signUp: 'Create an account',
  /** The page after a sign-in that has cancelled the deletion of the account. */
  kept: {
    title: 'Your account is kept',
    text: (time: string) =>
      html`Your account was to be deleted on ${strong(time)}. Because you signed in, the deletion
  is cancelled. Nothing was deleted.`,
    continue: 'Continue',
    deleteAnyway: 'Delete my account after all',
  },
};

const de: typeof en = {
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

/** The texts of the sign-in page. */
export const signInTexts = { en, de };
export type SignInTexts = typeof en;
export type SignInNotice = keyof SignInTexts['notices'];
