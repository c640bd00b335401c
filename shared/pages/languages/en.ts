import type { PartialScope } from '../../contract/scopes.ts';
import { html } from '../../html/html.ts';
import { formatLongDate } from './long-date.ts';
import { strong } from './strong.ts';

/** The URL of the sign-in page, relative to the pages of `send-link` and `open-link`. */
export const signInFromLink = '../sign-in/?continue=account';

/**
 * The English texts that several pages share, and those of pages with few texts. Each other
 * language has the same keys.
 */
export const en = {
  /** The language tag (BCP 47). */
  tag: 'en',
  /** Formats a date such as `2026-11-20`. */
  formatDate: (date: string) => formatLongDate(date, 'en'),

  errors: {
    byStatus: {
      400: {
        title: 'Invalid request',
        message:
          'Something in the request is missing or incorrect. Go back and try again.',
      },
      403: { title: 'Access denied', message: 'You are not allowed to do this.' },
      404: { title: 'Page not found', message: 'Check the address and try again.' },
      413: { title: 'Request too large', message: 'The data sent is too large.' },
      429: { title: 'Too many requests', message: 'Wait a moment and try again.' },
      500: {
        title: 'Something went wrong',
        message: 'This is a problem on our side. Try again in a moment.',
      },
    },
    /** Errors with a specific text, by code. */
    byCode: {
      unknown_client: {
        title: 'Unknown application',
        message:
          'The client_id is not registered. Contact the provider of the application.',
      },
      unregistered_redirect_uri: {
        title: 'Invalid redirect URI',
        message:
          'The redirect_uri is not registered for the application. Contact the provider of the ' +
          'application.',
      },
      download_unavailable: {
        title: 'Download expired',
        message:
          'The link is wrong or has expired. Sign in to your account to start a new export.',
      },
      link_unavailable: {
        title: 'Link expired',
        message:
          'The link has expired or was already used. Request a new one on the sign-in page or in ' +
          'your account. If you were invited, ask the operator of this service.',
        next: { label: 'Sign in', url: signInFromLink },
      },
      sign_up_closed: {
        title: 'Sign-up is closed',
        message: 'Accounts cannot be created here. Contact the operator of this service.',
        next: { label: 'Sign in', url: signInFromLink },
      },
      recovery_unavailable: {
        title: 'Email is not set up',
        message: 'This service cannot send emails. Contact the operator of this service.',
      },
      request_expired: {
        title: 'Request expired',
        message:
          'The request has expired, was already completed, or was started in another browser. ' +
          'Go back to the application and start again. Cookies must be enabled.',
      },
      invalid_form_token: {
        title: 'Form expired',
        message: 'Go back, reload the page and try again. Cookies must be enabled.',
      },
    },
  },

  accountKept: {
    title: 'Your account is kept',
    text: (time: string) =>
      html`Your account was to be deleted on ${strong(time)}. Because you signed in, the deletion
  is cancelled. Nothing was deleted.`,
    continue: 'Continue',
    deleteAnyway: 'Delete my account after all',
  },
  signIn: {
    title: 'Sign in',
    errorTitle: 'Error: Sign in',
    continueTo: (application: string) => html`to continue to ${strong(application)}`,
    continueToAccount: html`to manage your account`,
    continueToConnect: (provider: string) => html`to connect ${strong(provider)}`,
    email: 'Email',
    password: 'Password',
    submit: 'Sign in',
    /** The same for an unknown account and a wrong password, so that neither is revealed. */
    incorrect: 'Incorrect email or password.',
    tooManyAttempts: (minutes: number) => {
      const unit = minutes === 1 ? 'minute' : 'minutes';
      return `Too many attempts. Try again in ${minutes} ${unit}.`;
    },
    notices: {
      signed_out: 'You have signed out.',
      password_reset: 'Password changed. Sign in with the new password.',
    },
    passwordReset: 'Forgot your password?',
    signUp: 'Create an account',
  },

  consent: {
    title: (application: string) => `Allow ${application} to access your fitness data?`,
    signedInAs: (username: string) => html`Signed in as ${strong(username)}.`,
    switchAccount: 'Use another account',
    privacyPolicy: 'Privacy policy',
    permissionsIntro: (application: string) =>
      html`${strong(application)} will be able to:`,
    /** What the application may do with each scope. A write scope implies its read scope. */
    granted: {
      'profile.read': 'See your name and email address',
      'diary.read': 'See your diary',
      'diary.write': 'See and change your diary',
      'data_sources.read': 'See your devices and other data sources',
      'data_sources.write': 'See and change your devices and other data sources',
      'connections.read': 'See your connections to other services',
      'connections.write':
        'See and remove your connections to other services, and start imports',
      'images.write': 'Upload photos',
    } satisfies Record<PartialScope, string>,
    withheldIntro: (application: string) =>
      html`${strong(application)} will not be able to:`,
    /**
     * What the application may not do without each scope. Without a read scope it has no write
     * scope either, so the text of the read scope says both.
     */
    withheld: {
      'profile.read': 'See your name and email address',
      'diary.read': 'See or change your diary',
      'diary.write': 'Change your diary',
      'data_sources.read': 'See or change your devices and other data sources',
      'data_sources.write': 'Change your devices and other data sources',
      'connections.read':
        'See or remove your connections to other services, or start imports',
      'connections.write': 'Remove your connections to other services or start imports',
      'images.write': 'Upload photos',
    } satisfies Record<PartialScope, string>,
    /** The destination of a redirect to an app on the device. */
    nativeApp: (application: string) => `the ${application} app`,
    notice: (application: string, destination: string) =>
      html`${application} never sees your password.
You can revoke access in your account at any time.
You will be redirected to ${strong(destination)}.`,
    allow: 'Allow',
    deny: 'Deny',
  },

  closed: {
    expired: {
      title: 'Request expired',
      message: (application: string) =>
        html`The request from ${strong(application)} has expired. No access was granted.`,
    },
    already_decided: {
      title: 'Request already completed',
      message: (application: string) =>
        html`The request from ${strong(application)} has already been completed.`,
    },
    startAgain: 'Start again',
  },

  account: {
    title: 'Your account',
    signedInAs: (username: string) => html`Signed in as ${strong(username)}.`,
    data: 'My data',
    dataHint: 'Energy and exercise by day, week and month.',
    devices: 'Devices and preferences',
    devicesHint: 'See which devices record your data, and choose the ones you prefer.',
    applications: 'Applications with access',
    applicationsHint: 'Review and revoke access to your fitness data.',
    connections: 'Connected services',
    connectionsHint: 'Services from which your workouts are imported.',
    export: 'Export my data',
    exportHint: 'Get a ZIP file with everything that is stored about you.',
    password: 'Change password',
    passwordHint: 'This signs you out in all other browsers.',
    security: 'Sign-in and security',
    securityHint: 'Change your email address, and see where you are signed in.',
    deletion: 'Delete my account',
    deletionHint: 'Delete your account and all your data.',
    emailChanged: 'Email address changed.',
    created: 'Your account has been created.',
    signOut: 'Sign out',
  },

  applications: {
    title: 'Applications with access',
    intro: 'These applications can access your fitness data.',
    empty: 'No applications can access your fitness data.',
    accessSince: 'Access since',
    lastUsed: 'Last used',
    neverUsed: 'Never',
    revoke: 'Revoke access',
    /** Contains the text of the button, as speech control requires (WCAG 2.5.3). */
    revokeLabel: (application: string) => `Revoke access for ${application}`,
    revoked: 'Access revoked. This takes effect within a minute.',
  },

  password: {
    title: 'Change password',
    errorTitle: 'Error: Change password',
    current: 'Current password',
    next: 'New password',
    hint: 'At least 8 characters. A few random words work well.',
    confirm: 'Confirm new password',
    revokeApplications: 'Also revoke access for all applications',
    submit: 'Change password',
    problems: {
      wrong: 'The current password is incorrect.',
      invalid: 'The new password must have 8 to 256 printable characters.',
      common: 'This password is too common. Choose a different one.',
      mismatch: 'The passwords do not match.',
    },
    changed: 'Password changed. You have been signed out in all other browsers.',
  },

  notConnectable: {
    title: (provider: string) => `${provider} cannot be connected`,
    reasons: {
      unregistered: (provider: string) =>
        `${provider} is not set up in this service yet. ` +
        'Contact the operator of this service.',
      unsupported: (provider: string) =>
        `This service cannot import from ${provider} yet. If ${provider} sends your workouts to ` +
        'another service that can be connected, e.g. Strava, connect that one.',
      calls_off: (provider: string) =>
        `Calls to ${provider} are turned off on this machine. ` +
        'Start the service with --provider-gateway direct.',
      phone: (provider: string) =>
        `${provider} has no online account to connect. ` +
        'Its data can come only from an app on your phone.',
      api_key: (provider: string) =>
        `${provider} connects with an API key, which this service does not support.`,
      none: (provider: string) => `${provider} has no API to connect to.`,
      retired: (provider: string) => `${provider} no longer accepts new connections.`,
    },
    unchanged: 'Nothing was changed. You can close this page.',
  },
};

/** The texts of the pages in one language. */
export type Texts = typeof en;
