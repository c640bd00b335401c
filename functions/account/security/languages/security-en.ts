import { html } from '#shared/html/html.ts';
import { strong } from '#shared/pages/languages/strong.ts';

/** The texts of the page about sign-in and security in English. */
export const securityEn = {
  /** The language tag (BCP 47). */
  tag: 'en',
  title: 'Sign-in and security',
  errorTitle: 'Error: Sign-in and security',

  email: 'Email address',
  currentEmail: (email: string) => html`You sign in with ${strong(email)}.`,
  newEmail: 'New email address',
  password: 'Current password',
  changeEmail: 'Change email address',
  changeHint:
    'We will send a link to the new address. Your address changes only after you open the link ' +
    'and confirm the change.',

  sessions: 'Signed-in browsers',
  thisBrowser: 'This browser',
  unknownBrowser: 'Unknown browser',
  signedIn: 'Signed in',
  endSession: 'Sign out',
  endSessionLabel: (browser: string) => `Sign out ${browser}`,
  endOthers: 'Sign out all other browsers',

  trustedDevices: 'Remembered browsers',
  trustedDevicesIntro:
    'You have signed in with these browsers before. If somebody enters too many wrong passwords ' +
    'elsewhere, you can still sign in with these browsers. We email you about a sign-in only if ' +
    'it is from another browser.',
  firstUsed: 'First sign-in',
  lastUsed: 'Last sign-in',
  forget: 'Forget',
  forgetLabel: (browser: string) => `Forget ${browser}`,
  forgetAll: 'Forget all browsers',
  noTrustedDevices: 'No browser is remembered.',
  notices: {
    link_sent:
      'We sent an email to the new address. Open the link in it within 24 hours.',
    session_ended: 'The browser is signed out.',
    other_sessions_ended: 'All other browsers are signed out.',
    browser_forgotten: 'The browser is no longer remembered.',
    all_browsers_forgotten: 'No browser is remembered any more.',
  },

  problems: {
    wrong: 'The current password is incorrect.',
    invalid: 'Enter a new email address such as ann@example.com.',
  },
};
