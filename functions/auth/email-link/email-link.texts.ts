import { html, strong } from '#shared/html/html.ts';
import de from './email-link.texts.de.ts';

const en = {
  send: {
    sign_up: {
      title: 'Create an account',
      intro: 'We will send you a link to create your account.',
      submit: 'Send link',
    },
    password_reset: {
      title: 'Forgot your password?',
      intro: 'We will send you a link to choose a new password.',
      submit: 'Send link',
    },
    email: 'Email',
    invalidEmail: 'Enter an email address such as ann@example.com.',
    tooManyRequests: (wait: string) => `Too many requests. Try again in ${wait}.`,
    sentTitle: 'Check your inbox',
    /** These texts are the same for every address, so nobody learns who has an account. */
    sent: {
      sign_up:
        'If the address can receive email, our email arrives within a few minutes. ' +
        'Open the link in the email to continue.',
      password_reset:
        'If the address has an account, an email arrives within a few minutes. ' +
        'Open the link in the email within 30 minutes.',
    },
    notReceived: (email: string) =>
      html`No email? Check your spam folder, or check the address ${strong(email)} and try again.`,
    again: 'Try again',
    signIn: 'Sign in',
  },

  open: {
    sign_up: {
      title: 'Create your account',
      submit: 'Create account',
    },
    invitation: {
      title: 'Create your account',
      submit: 'Create account',
    },
    password_reset: {
      title: 'Choose a new password',
      submit: 'Change password',
    },
    email_change: {
      title: 'Confirm your new email address',
      submit: 'Confirm',
    },
    email_undo: {
      title: 'Undo the change of your email address',
      submit: 'Undo the change',
    },
    email: 'Email',
    name: 'Name',
    nameHint: 'Applications with access to your profile see this name.',
    fromBrowser:
      'Language, units and time zone are those of your browser. You can change them later.',
    password: 'Password',
    passwordHint: 'At least 8 characters. A few random words work well.',
    newPassword: 'New password',
    confirm: 'Confirm password',
    revokeApplications: 'Also revoke access for all applications and scripts',
    signsOut: 'A new password signs you out in all browsers.',
    emailChange: (from: string, to: string) =>
      html`After you confirm, you sign in with ${strong(to)} instead of ${strong(from)}.`,
    emailUndo: (email: string, time: string) =>
      html`You will sign in with ${strong(email)} and your password of before the change again.
The browser in which it was changed and all that signed in since ${time} will be signed out, and
applications that were allowed since then will lose access.`,
    problems: {
      name:
        'Enter a name of at most 50 characters, without characters that are invisible or change ' +
        'the direction of text.',
      invalid: 'The password must have 8 to 256 printable characters.',
      common: 'This password is too common. Choose a different one.',
      mismatch: 'The passwords do not match.',
    },
  },
};

/** The texts of the pages that send and open the links in mails. */
export const emailLinkTexts = { en, de };

export type EmailLinkTexts = typeof en;
