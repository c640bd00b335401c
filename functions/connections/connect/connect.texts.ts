import { html, strong } from '#shared/html/html.ts';
import de from './connect.texts.de.ts';

/** A key, and where the person finds it. */
export interface KeyPlace {
  provider: string;
  label: string;
  url: string;
  place: string;
}

const en = {
  title: (provider: string) => `Connect ${provider}`,
  /** The data that is imported, by the workouts that the provider delivers. */
  purposes: {
    recent_workouts: (provider: string) =>
      html`Your workouts at ${strong(provider)} will be imported into your diary: those of the last
30 days now, and new ones automatically.`,
    new_workouts: (provider: string) =>
      html`Your new workouts at ${strong(provider)} will be imported into your diary automatically.
${provider} does not provide workouts from before the connection.`,
  },
  /** The data that is imported if an account at the provider is connected already. */
  furtherPurposes: {
    recent_workouts: (provider: string) =>
      html`If you choose the account at ${strong(provider)} that is connected already, its import
continues where it stopped. If you choose another account, its workouts of the last 30 days will be
imported now, and new ones automatically.`,
    new_workouts: (provider: string) =>
      html`If you choose the account at ${strong(provider)} that is connected already, its import
continues where it stopped. If you choose another account, its new workouts will be imported
automatically.`,
  },
  /** If the person has not consented to the processing of data of the body. */
  consent:
    'Weight, sleep, steps and the like are imported as well if you allow it there, and have ' +
    'agreed to it here.',
  toConsent: 'Decide on the page “Privacy”',
  requestedBy: (application: string, provider: string) =>
    html`${strong(application)} asks you to connect your ${provider} account.`,
  notice: (provider: string) =>
    html`You will be redirected to ${strong(provider)} to sign in and allow access.
We never see your ${provider} password. You can disconnect at any time.`,
  /** Instead of the notice, if the person enters a key. */
  keyNotice: ({ provider, label, url, place }: KeyPlace) =>
    html`Paste your ${label} here. You find it at ${strong(provider)} on the page
<a href="${url}">${url.replace('https://', '')}</a> under “${place}”. We store it encrypted, and
only read with it: workouts, and weight, sleep, steps and the like if you have agreed to that here.
You can disconnect at any time; the key itself can be withdrawn only there.`,
  keyProblems: {
    missing: () => 'Enter the key.',
    refused: (provider: string) =>
      `${provider} does not accept this key. Copy it again, without blanks.`,
    busy: (provider: string) =>
      `${provider} could not be reached, or is too busy, so the key could not be checked. ` +
      'Try again in a few minutes.',
    too_many: () =>
      'Too many keys were not accepted. Try again later, in 15 minutes at the latest.',
  },
  continue: (provider: string) => `Continue to ${provider}`,
  cancel: 'Cancel',

  connected: {
    title: (provider: string) => `${provider} is connected`,
    messages: {
      recent_workouts: (provider: string) =>
        `Your workouts at ${provider} are being imported. ` +
        'New ones follow automatically.',
      new_workouts: (provider: string) =>
        `New workouts at ${provider} will be imported automatically.`,
      continued: (provider: string) =>
        `The import of your workouts at ${provider} continues where it stopped.`,
    },
  },
  /** The page at the end of the flow if nothing was connected, by its outcome. */
  outcomes: {
    cancelled: {
      title: (provider: string) => `${provider} was not connected`,
      message: () => 'Nothing was changed. You can try again at any time.',
    },
    denied: {
      title: (provider: string) => `${provider} was not connected`,
      message: (provider: string) =>
        `Access was not allowed at ${provider}. Nothing was changed. ` +
        'You can try again at any time.',
    },
    insufficient_scope: {
      title: (provider: string) => `${provider} was not connected`,
      message: (provider: string) =>
        `${provider} did not allow access to your workouts. ` +
        'Try again, and leave the permission to read activities selected.',
    },
    expired: {
      title: () => 'Request expired',
      message: (provider: string) =>
        'The request has expired, was already completed, or was started in another browser ' +
        `or session. If you have just connected ${provider}, look at your services first. ` +
        'Otherwise start again. Cookies must be enabled.',
    },
    in_use: {
      title: (provider: string) => `${provider} was not connected`,
      message: (provider: string) =>
        `This ${provider} account is already connected to another person's account in this ` +
        'service. That person has to disconnect it first. Or sign in to ' +
        `${provider} with a different account.`,
    },
    too_many_connections: {
      title: (provider: string) => `${provider} was not connected`,
      message: () =>
        'You have reached the maximum number of connections. ' +
        'Disconnect one that you no longer need, and try again.',
    },
    provider_error: {
      title: (provider: string) => `${provider} reported an error`,
      message: (provider: string) =>
        `${provider} did not complete the request. Nothing was changed. Try again later.`,
    },
    unavailable: {
      title: (provider: string) => `${provider} is not available`,
      message: (provider: string) =>
        `${provider} could not be reached, or is too busy. Nothing was changed. ` +
        'Try again in a few minutes.',
    },
    misconfigured: {
      title: (provider: string) => `${provider} cannot be connected`,
      message: (provider: string) =>
        `${provider} does not accept the credentials of this service. ` +
        'Contact the operator of this service.',
    },
  },
  errorCode: (code: string) => `Error code: ${code}`,
  tryAgain: 'Try again',
  backTo: (application: string) => `Back to ${application}`,
  toConnections: 'See your connected services',

  /** The page about a provider that cannot be connected. */
  notConnectable: {
    title: (provider: string) => `${provider} cannot be connected`,
    reasons: {
      unregistered: (provider: string) =>
        `${provider} is not set up in this service yet. ` +
        'Contact the operator of this service.',
      turned_off: (provider: string) =>
        `The operator of this service has turned off connections to ${provider}.`,
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

/** The texts of the pages of the connect flow. */
export const connectTexts = { en, de };

export type ConnectTexts = typeof en;
