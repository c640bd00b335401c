import { html } from '../../html/html.ts';
import { formatLongDate } from './long-date.ts';

const strong = (text: string) => html`<strong>${text}</strong>`;

/** Every text of our pages in English; what it has, every other language must have. */
export const en = {
  /** The language's tag (BCP 47). */
  tag: 'en',
  /** A date, from its form `2026-11-20`. */
  day: (date: string) => formatLongDate(date, 'en'),

  errors: {
    /** By status. */
    kinds: {
      400: [
        'This request cannot be carried out',
        'Something in it is missing or wrong. Go back and try again.',
      ],
      403: ['This request was refused', 'It is not allowed. Go back and try again.'],
      404: ['There is nothing here', 'No page has this address.'],
      413: ['This is too much at once', 'What was sent is too large.'],
      429: ['Too many attempts', 'Wait a moment, then try again.'],
      500: ['Something went wrong', 'This is our fault. Try again in a moment.'],
    },
    /** By code, where there is more to say than that. */
    sentences: {
      unknown_client: 'The client_id is not that of a registered application.',
      unregistered_redirect_uri: 'The redirect_uri is not one that the application has registered.',
      request_expired:
        'It is unknown, was answered, is too old, or was started in another browser. Go back to the application and start again; your browser must accept cookies.',
      invalid_form_token:
        'The form was not sent from our own page, or it is too old. Open the page again.',
    },
  },

  signIn: {
    title: 'Sign in',
    failedTitle: 'Error: Sign in',
    toContinue: (application: string) => html`to continue to ${strong(application)}`,
    toAccount: html`to see to your account`,
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    /** Whatever was wrong: who does not know the password learns nothing about the account. */
    failed: 'The e-mail or the password is not right.',
    limited: (minutes: number) =>
      `There were too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    signedOut: 'You are signed out.',
  },

  consent: {
    title: (application: string) => `Allow ${application} to use your fitness data?`,
    signedInAs: (username: string) => html`You are signed in as ${strong(username)}.`,
    anotherAccount: 'Use another account',
    ifAllowed: (application: string) =>
      html`If you allow it, ${strong(application)} can, in your name:`,
    permissions: [
      'see your name and your e-mail',
      'see and change your diary, your devices and your connections',
      'add pictures to your activities',
    ],
    app: (application: string) => `the app ${application}`,
    goingBack: (recipient: string) =>
      html`It does not learn your password, and you can take this back in your account at any time. You go back to ${strong(recipient)}.`,
    allow: 'Allow',
    refuse: 'Do not allow',
  },

  ended: {
    expired: {
      title: 'This took too long',
      sentence: (application: string) =>
        html`The request of ${strong(application)} is too old to be answered. Nothing was allowed.`,
    },
    answered: {
      title: 'You have answered this',
      sentence: (application: string) =>
        html`The request of ${strong(application)} was answered, and cannot be answered again.`,
    },
    startAgain: 'Start again',
  },

  account: {
    title: 'Your account',
    signedInAs: (username: string) => html`You are signed in as ${strong(username)}.`,
    applications: 'Connected applications',
    applicationsHint: 'See who has access to your fitness data, and end it.',
    password: 'Change your password',
    passwordHint: 'And sign out everywhere else.',
    signOut: 'Sign out',
  },

  applications: {
    title: 'Connected applications',
    intro: 'These applications have access to your fitness data.',
    none: 'No application has access to your fitness data.',
    since: 'Has access since',
    lastUsed: 'Last used',
    notUsed: 'not yet',
    remove: 'Remove access',
    /** Contains `remove`, for who speaks to their screen (WCAG 2.5.3). */
    removeFrom: (application: string) => `Remove access of ${application}`,
    removed: 'The access is removed. It can take a minute until it ends.',
  },

  password: {
    title: 'Change your password',
    failedTitle: 'Error: Change your password',
    current: 'Current password',
    next: 'New password',
    rule: 'At least 8 characters. A few words of your own choice work well.',
    repeated: 'New password once more',
    end_grants: 'Remove the access of all applications too',
    submit: 'Change the password',
    problems: {
      wrong: 'The current password is not right.',
      unfit: 'The new password must have 8 to 256 characters, all of them printable.',
      different: 'The new password was not typed the same twice.',
    },
    changed: 'Your password is changed, and you are signed out everywhere else.',
  },

  connect: {
    title: (provider: string) => `${provider} cannot be connected here`,
    /** Why, by what an account of the provider is connected with. */
    reasons: {
      unregistered: (provider: string) =>
        `This installation is not registered with ${provider}: its operator has configured no client credentials for it.`,
      phone: (provider: string) =>
        `${provider} has no account to sign in to: an application on the phone sends what it records.`,
      api_key: (provider: string) =>
        `${provider} is connected by a key of the account, and this installation accepts no such keys.`,
      none: (provider: string) =>
        `${provider} offers no interface by which an account could be connected.`,
      retired: (provider: string) => `${provider} accepts no new connections any more.`,
    },
    unchanged: 'Nothing was changed. You can close this page.',
  },
};

/** The texts of our pages in one language. */
export type Texts = typeof en;
