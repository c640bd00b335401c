import { html } from '#shared/html/html.ts';
import { strong } from '#shared/pages/languages/strong.ts';

/** The texts about connecting an account at a provider, in English. */
export const connectionEn = {
  title: (provider: string) => `Connect ${provider}`,
  purpose: (provider: string) =>
    html`Your workouts at ${strong(provider)} will be imported into your diary: those of the last
30 days now, and new ones automatically.`,
  requestedBy: (application: string, provider: string) =>
    html`${strong(application)} asks you to connect your ${provider} account.`,
  notice: (provider: string) =>
    html`You will be redirected to ${strong(provider)} to sign in and allow access.
We never see your ${provider} password. You can disconnect at any time.`,
  continue: 'Continue',
  cancel: 'Cancel',

  /** The page at the end of the flow, by its outcome. */
  outcomes: {
    connected: {
      title: (provider: string) => `${provider} is connected`,
      message: (provider: string) =>
        `Your workouts at ${provider} are being imported. ` +
        'New ones follow automatically.',
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
        `or session. Start again to connect ${provider}. Cookies must be enabled.`,
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
  toAccount: 'Go to your account',
};

/** The texts of the account page about connections, in English. */
export const connectionsEn = {
  title: 'Connected services',
  intro: 'Your workouts are imported from these services.',
  empty: 'No service is connected.',
  status: 'Status',
  statuses: {
    connected: () => 'Connected',
    syncing: () => 'Import is running',
    reauthorization_required: (provider: string) =>
      `${provider} no longer allows access. Connect again.`,
  },
  lastSync: 'Last import',
  neverSynced: 'Never',
  syncNow: 'Import now',
  /** Contains the text of the button, as speech control requires (WCAG 2.5.3). */
  syncNowLabel: (provider: string) => `Import now from ${provider}`,
  reconnect: (provider: string) => `Connect ${provider} again`,
  disconnect: 'Disconnect',
  disconnectLabel: (provider: string) => `Disconnect ${provider}`,
  disconnectAndDelete: 'Disconnect and delete imported workouts',
  disconnectAndDeleteLabel: (provider: string) =>
    `Disconnect and delete imported workouts: ${provider}`,
  connectIntro: 'Connect a service',
  notices: {
    connection_removed: 'Disconnected. The imported workouts stay in your diary.',
    connection_and_workouts_removed:
      'Disconnected. The imported workouts are being deleted from your diary.',
    connection_not_found: 'The service was already disconnected.',
    sync_requested: 'The import has started. New workouts appear in a moment.',
    sync_too_soon: 'An import was started less than a minute ago. Try again in a moment.',
  },
};
