import { html } from '#shared/html/html.ts';
import { strong } from '#shared/pages/languages/strong.ts';

/** The English texts of the pages that send and open the links in mails. */
export const linkEn = {
  /** The language tag (BCP 47). */
  tag: 'en',

  send: {
    sign_up: {
      title: 'Create an account',
      errorTitle: 'Error: Create an account',
      intro: 'We will send you a link to create your account.',
      submit: 'Send link',
    },
    password_reset: {
      title: 'Forgot your password?',
      errorTitle: 'Error: Forgot your password?',
      intro: 'We will send you a link to choose a new password.',
      submit: 'Send link',
    },
    email: 'Email',
    invalidEmail: 'Enter an email address such as ann@example.com.',
    tooManyRequests: (minutes: number) => {
      const unit = minutes === 1 ? 'minute' : 'minutes';
      return `Too many requests. Try again in ${minutes} ${unit}.`;
    },
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
    notReceived: 'No email? Check your spam folder, or check the address and try again.',
    again: 'Try again',
    signIn: 'Sign in',
  },

  open: {
    sign_up: {
      title: 'Create your account',
      errorTitle: 'Error: Create your account',
      submit: 'Create account',
    },
    invitation: {
      title: 'Create your account',
      errorTitle: 'Error: Create your account',
      submit: 'Create account',
    },
    password_reset: {
      title: 'Choose a new password',
      errorTitle: 'Error: Choose a new password',
      submit: 'Change password',
    },
    email_change: {
      title: 'Confirm your new email address',
      errorTitle: 'Error: Confirm your new email address',
      submit: 'Confirm',
    },
    email: 'Email',
    name: 'Name',
    nameHint: 'Applications with access to your profile see this name.',
    password: 'Password',
    newPassword: 'New password',
    confirm: 'Confirm password',
    revokeApplications: 'Also revoke access for all applications',
    signsOut: 'This signs you out in all browsers.',
    emailChange: (from: string, to: string) =>
      html`After you confirm, you sign in with ${strong(to)} instead of ${strong(from)}.`,
    problems: {
      name: 'Enter a name of at most 50 characters.',
      invalid: 'The password must have 8 to 256 printable characters.',
      common: 'This password is too common. Choose a different one.',
      mismatch: 'The passwords do not match.',
    },
  },
};
