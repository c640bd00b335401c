import { signInTexts } from '#functions/auth/sign-in/sign-in.texts.ts';
import { html, strong } from '#shared/html/html.ts';
import de from './security.texts.de.ts';

const bouncedEn = (date: string) =>
  `We send no mail to this address, because a mail to it came back on ${date}. You would not ` +
  'learn of a new sign-in, and could not reset your password. Change your address. If it is ' +
  'right, ask the operator of this service to send mail to it again.';

const en = {
  title: 'Sign-in and security',

  email: 'Email address',
  currentEmail: (email: string) => html`You sign in with ${strong(email)}.`,
  noMail: {
    bounce: bouncedEn,
    rejected: bouncedEn,
    complaint: (date: string) =>
      `We send no mail to this address, because a mail to it was reported as spam on ${date}. ` +
      'You would not learn of a new sign-in, and could not reset your password. If you want our ' +
      'mail, ask the operator of this service to send it again.',
  },
  newEmail: 'New email address',
  password: 'Current password',
  changeEmail: 'Change email address',
  sendLink: 'Send link',
  changeHint:
    'We will send a link to the new address. Your address changes only after you open the link ' +
    'and confirm the change.',

  passwordTitle: 'Password',
  passwordHint:
    'Change it if somebody else could know it, or if you use it elsewhere, too.',
  changePassword: 'Change password',

  sessions: 'Signed-in browsers',
  thisBrowser: 'This browser',
  unknownBrowser: 'Unknown browser',
  signedIn: 'Signed in since',
  lastUse: 'Last use',
  notRecorded: 'not recorded',
  endsAfter: 'Sign-out',
  daysUnused: '30 days after the last use',
  hoursAfter: '12 hours after the sign-in',
  endSession: 'Sign out',
  endSessionLabel: (browser: string) => `Sign out ${browser}`,
  endOthers: 'Sign out all other browsers',
  endOthersHint:
    'Everybody who is signed in elsewhere needs the password to sign in again. You stay signed ' +
    'in here.',
  endOthersNow: 'Sign out now',

  trustedDevices: 'Remembered browsers',
  trustedDevicesIntro:
    'You have signed in with these browsers before. If somebody enters too many wrong passwords ' +
    'elsewhere, you can still sign in with these browsers. We email you about a sign-in only if ' +
    'it is from another browser.',
  showTrustedDevices: (count: number) => `Show them (${count})`,
  firstUsed: 'First sign-in',
  lastUsed: 'Last sign-in',
  forget: 'Forget',
  forgetLabel: (browser: string) => `Forget ${browser}`,
  forgetAll: 'Forget all browsers',
  forgetAllHint:
    'At the next sign-in, each browser counts as new, and we email you about it.',
  forgetAllNow: 'Forget now',
  noTrustedDevices: 'No browser is remembered.',
  notices: {
    email_restored: signInTexts.en.notices.email_restored,
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

/** The texts of the page about sign-in and security. */
export const securityTexts = { en, de };

export type SecurityTexts = typeof en;
