import type { MailDetails, MailRequest } from '#shared/mail/mail.ts';
import { formatLongTime } from '#shared/pages/languages/long-date.ts';
import type { MailTexts } from './mail-texts.ts';

type Templates = Readonly<
  Record<MailRequest['template'], (details: MailDetails) => MailTexts>
>;

const templates: Templates = {
  sign_up: () => ({
    subject: 'Confirm your email address',
    before: 'You are about to create an account with the fitness data service.',
    link: 'Confirm your address and choose a password',
    after:
      'The link works once, for 24 hours. If you did not ask for an account, ignore this email: ' +
      'no account will be created.',
  }),
  account_exists: () => ({
    subject: 'You already have an account',
    before:
      'Somebody wanted to use this email address for an account, but there already is an account ' +
      'with this address.',
    link: 'Sign in',
    after:
      'On the sign-in page you can also choose a new password. If it was not you who entered ' +
      'this address, ignore this email: nothing was changed.',
  }),
  invitation: () => ({
    subject: 'Your invitation to the fitness data service',
    before: 'You are invited to create an account with the fitness data service.',
    link: 'Create your account',
    after:
      'The link works once, for 7 days. If you do not want an account, ignore this email: ' +
      'no account will be created.',
  }),
  password_reset: () => ({
    subject: 'Reset your password',
    before: 'Somebody asked to reset the password of your account.',
    link: 'Choose a new password',
    after:
      'The link works once, for 30 minutes. If it was not you, ignore this email: ' +
      'your password will stay as it is.',
  }),
  email_change: () => ({
    subject: 'Confirm your new email address',
    before: 'You asked to sign in with this email address from now on.',
    link: 'Confirm the new address',
    after:
      'The link works once, for 24 hours. If it was not you, ignore this email: ' +
      'nothing will change.',
  }),
  password_changed: () => ({
    subject: 'Your password was changed',
    before:
      'The password of your account was changed. All other browsers were signed out. If it was ' +
      'not you, choose a new password at once.',
    link: 'Choose a new password',
    after: 'If it was you, no action is needed.',
  }),
  password_was_reset: () => ({
    subject: 'Your password was changed',
    before:
      'A new password was chosen with a link from an email. All browsers were signed out. If it ' +
      'was not you, choose a new password at once.',
    link: 'Choose a new password',
    after: 'If it was you, sign in with the new password.',
  }),
  password_set_by_operator: () => ({
    subject: 'Your password was changed',
    before:
      'The operator of the service set a new password for your account. All browsers were signed ' +
      'out, and applications no longer have access.',
    link: 'Choose a password of your own',
    after: 'If you did not ask for this, contact the operator.',
  }),
  email_changed: () => ({
    subject: 'Your email address was changed',
    before:
      'The email address of your account was changed. This old address can no longer be used ' +
      'to sign in.',
    link: 'Sign in with the new address',
    after: 'If it was not you, contact the operator of the service immediately.',
  }),
  new_browser: ({ browser }) => ({
    subject: 'New sign-in to your account',
    before: browser
      ? `Somebody signed in to your account with a new browser: ${browser}.`
      : 'Somebody signed in to your account with a new browser.',
    link: 'See where you are signed in',
    after:
      'If it was not you, choose “Sign out all other browsers” on that page, and change your ' +
      'password.',
  }),
  erasure_scheduled: ({ time = '' }) => ({
    subject: 'Your account will be deleted',
    before:
      'Your account with the fitness data service and all your data will be deleted on ' +
      `${formatLongTime(time, 'en')}. Until then, applications and imports keep working.`,
    link: 'Sign in and keep my account',
    after:
      'Signing in cancels the deletion. If you did not ask for the deletion, sign in and change ' +
      'your password: somebody else knows it.',
  }),
  erasure_cancelled: () => ({
    subject: 'Your account is kept',
    before:
      'You signed in or chose “Keep my account”, so the deletion was cancelled. Nothing was ' +
      'deleted.',
    link: 'See where you are signed in',
    after:
      'If it was not you, choose “Sign out all other browsers” on that page, and change your ' +
      'password.',
  }),
  erasure_started: ({ reference = '' }) => ({
    subject: 'Your account is being deleted',
    before:
      'Your account with the fitness data service and all your data are being deleted. This ' +
      'takes 10 to 20 minutes and cannot be undone. Backups keep copies for 35 days.',
    after:
      'This is the last email that we send to you. If you have a question about the deletion, ' +
      `give the operator this reference: ${reference}`,
  }),
  export_ready: () => ({
    subject: 'Your data is ready to download',
    before: 'The file with everything that the service stores about you is ready.',
    link: 'Download your data in your account',
    after:
      'The file can be downloaded for 24 hours. If you did not start the export, choose ' +
      '“Sign out all other browsers” in your account, and change your password.',
  }),
  export_failed: () => ({
    subject: 'Your data could not be exported',
    before:
      'The file with everything that the service stores about you could not be created.',
    link: 'See why in your account',
    after: 'Nothing is lost: all your data is still in your account.',
  }),
};

/** The texts of all mail in English. */
export const mailEn = {
  /** The language tag (BCP 47). */
  tag: 'en',
  templates,
  footer: 'This email was sent automatically. You cannot reply to it.',
};
