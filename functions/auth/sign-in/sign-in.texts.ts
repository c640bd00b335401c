import { html, strong } from '#shared/html/html.ts';
import de from './sign-in.texts.de.ts';

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

/** The texts of the sign-in page. */
export const signInTexts = { en, de };

export type SignInTexts = typeof en;

export type SignInNotice = keyof SignInTexts['notices'];
