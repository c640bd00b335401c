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
    'We send a link to the new address. The address changes when you confirm it there.',
  linkSent: 'We sent an email to the new address. Open the link in it within 24 hours.',

  sessions: 'Signed-in browsers',
  thisBrowser: 'This browser',
  unknownBrowser: 'Unknown browser',
  signedIn: 'Signed in',
  endSession: 'Sign out',
  endSessionLabel: (browser: string) => `Sign out ${browser}`,
  endOthers: 'Sign out all other browsers',

  trustedDevices: 'Remembered browsers',
  trustedDevicesIntro:
    'You have signed in with these browsers before. With them, you can sign in even while ' +
    'strangers enter wrong passwords elsewhere. We send you an email only about other browsers.',
  firstUsed: 'First sign-in',
  lastUsed: 'Last sign-in',
  forget: 'Forget',
  forgetLabel: (browser: string) => `Forget ${browser}`,
  forgetAll: 'Forget all browsers',
  noTrustedDevices: 'No browser is remembered.',
  removed: 'Done.',

  problems: {
    wrong: 'The current password is incorrect.',
    invalid: 'Enter a new email address such as ann@example.com.',
  },
};
