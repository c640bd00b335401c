import type { PartialScope } from '#shared/contract/scopes.ts';
import { html, strong } from '#shared/html/html.ts';
import de from './consent.texts.de.ts';
import type { Permission } from './permissions.ts';
import type { WriteScope } from './scope-choice.ts';

const en = {
  title: (application: string) => `Allow ${application} to access your fitness data?`,
  titleOfSignIn: (application: string) => `Sign in to ${application}?`,
  signedInAs: (name: string) => html`Signed in as ${strong(name)}.`,
  switchAccount: 'Use another account',
  privacyPolicy: 'Privacy policy',
  permissionsIntro: (application: string) =>
    html`${strong(application)} will be able to:`,
  /** Follows the list of what the application can do if it asks for full access. */
  fullAccess: (application: string, isExceptMeasurements: boolean) =>
    html`${strong('Full access:')} ${application} asks for everything ${
      isExceptMeasurements
        ? 'except measurements of your body, which you can add.'
        : 'and does not limit its request.'
    }
Allow it only if you trust it with all your data.`,
  /** A write scope implies its read scope. */
  granted: {
    openid: 'Recognize you by the id of your account',
    profile: 'See your name, username, language and time zone',
    email: 'See your email address',
    'profile.read': 'See your name, email address, language and units',
    'diary.read': 'See your diary',
    'diary.write': 'See and change your diary',
    'data_sources.read': 'See your devices and other data sources',
    'data_sources.write': 'See and change your devices and other data sources',
    'connections.read': 'See your connections to other services',
    'connections.write':
      'See and remove your connections to other services, and start imports',
    'images.write': 'Upload photos, and delete them again',
    'measurements.read': 'See measurements of your body, such as weight, sleep and steps',
    'measurements.write':
      'See and add measurements of your body, such as weight, sleep and steps',
  } satisfies Record<Permission, string>,
  /** About the scopes that the person can leave out. */
  optional: {
    hint: 'Untick what you do not want to allow.',
    labels: {
      'diary.write': 'Add, change and delete entries of your diary',
      'data_sources.write': 'Add and change your devices and other data sources',
      'connections.write': 'Remove your connections to other services, and start imports',
      'images.write': 'Upload photos, and delete them again',
      'measurements.write':
        'See and add measurements of your body, such as weight, sleep and steps',
    } satisfies Record<WriteScope, string>,
  },
  /** Replaces the list of what the application cannot do if it only signs the person in. */
  noData: (application: string) =>
    html`${strong(application)} gets no access to your fitness data.`,
  withheldIntro: (application: string) =>
    html`${strong(application)} will not be able to:`,
  /**
   * The texts about scopes that are not granted. Without a read scope it has no write
   * scope either, so the text of the read scope says both.
   */
  withheld: {
    'profile.read': 'See your name, email address, language and units',
    'diary.read': 'See or change your diary',
    'diary.write': 'Change your diary',
    'data_sources.read': 'See or change your devices and other data sources',
    'data_sources.write': 'Change your devices and other data sources',
    'connections.read':
      'See or remove your connections to other services, or start imports',
    'connections.write': 'Remove your connections to other services or start imports',
    'images.write': 'Upload photos',
    'measurements.read': 'See or add measurements of your body',
    'measurements.write': 'Add measurements of your body',
  } satisfies Record<PartialScope, string>,
  /** The destination of a redirect to an app on the device. */
  nativeApp: (application: string) => `the ${application} app`,
  notice: (application: string, destination: string) =>
    html`${application} never sees your password.
You can revoke access in your account at any time.
You will be redirected to ${strong(destination)}.`,
  /** About an application that only its own document on the web describes. */
  describedAt: (application: string, host: string) =>
    html`What ${application} says about itself comes from ${strong(host)}, not from the operator of
this service. Allow it only if you trust that website.`,
  /** About an application of which only programs on the device get the answer. */
  deviceOnly: (application: string) =>
    html`${strong('Have you just started this yourself?')} Every program on your device can say that
it is ${application}. Allow it only if you have just asked a program of yours to connect.`,
  /** Follows the providers whose workouts the person shares or not. */
  choiceCanChange: 'You can change this in your account at any time.',
  allow: 'Allow access',
  allowSignIn: 'Sign in',
  deny: 'Deny',
  /** The page about a request that can no longer be decided. */
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
    unverified: {
      title: 'Application cannot be checked',
      message: (application: string) =>
        html`What ${strong(application)} says about itself cannot be read or used here, so nothing
was allowed. Try again later, or ask its makers.`,
    },
    forDeveloper: 'For its developers:',
    startAgain: 'Start again',
  },
};

/** The texts of the consent page. */
export const consentTexts = { en, de };

export type ConsentTexts = typeof en;
