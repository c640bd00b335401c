import type { ProviderKey } from '#functions/connections/provider-definition/provider.ts';
import { html } from '#shared/html/html.ts';
import de from './connections.texts.de.ts';

type KeyHint = Pick<ProviderKey, 'url' | 'place'> & { label: string };

const en = {
  title: 'Connected services',
  lead: 'Your workouts are imported from these services.',
  empty: {
    title: 'No service is connected',
    text: 'Connect a service, and your workouts there are imported into your diary.',
    nothingToConnect:
      'This service imports no workouts yet: its operator has to set that up.',
  },
  paused: 'Nothing is imported, because you have paused the processing of your data.',
  resume: 'Resume it',
  statuses: {
    connected: 'Connected',
    syncing: 'Import is running',
    reauthorization_required: 'Import has ended',
  },
  problems: {
    unavailable: (provider: string) => `${provider} cannot be reached at the moment.`,
    rate_limited: (provider: string) =>
      `${provider} does not allow more requests at the moment.`,
    unreadable: (provider: string) =>
      `${provider} sends data that cannot be read at the moment.`,
    misconfigured: (provider: string) =>
      `${provider} does not accept this service at the moment. ` +
      'The operator of this service has to solve this.',
    access_refused: (provider: string) =>
      `${provider} no longer allows access. Connect again.`,
    scope_missing: (provider: string) =>
      `${provider} no longer allows access to your workouts. Connect again, and leave the ` +
      'permission to read activities selected.',
    access_withdrawn: (provider: string) =>
      `You have ended the access of this service at ${provider}. ` +
      'To import again, connect again.',
  },
  /** Why weight, sleep and other values of the body are not imported. */
  measured: {
    consent:
      'Weight, sleep, steps and the like are imported after you have agreed to that.',
    toConsent: 'Decide on the page “Privacy”',
    missing: (provider: string) =>
      `${provider} has further values of your body, such as weight or sleep, which you have not ` +
      'allowed this service to read.',
    reconnect: (provider: string) => `Connect ${provider} again to allow it`,
  },
  imported: 'Imported workouts',
  unreadable: 'Not yet readable',
  files: 'Original files',
  filesFetched: (fetched: string, left: string | undefined) =>
    left ? `${fetched} fetched, ${left} to come` : `${fetched} fetched`,
  history: 'All years',
  historyUntil: (day: string) => `Being imported, now those before ${day}`,
  historyRead: 'Imported',
  importAll: 'Import all years',
  importAllLabel: (provider: string) => `Import all years from ${provider}`,
  withheld: 'Not provided',
  withheldReason: (count: string, origin: string) =>
    `${count} (from ${origin}, whose terms do not allow it; connect ${origin} itself)`,
  keyHint: ({ label, url, place }: KeyHint) =>
    html`Disconnecting does not withdraw your ${label}. Do that there: on the page
<a href="${url}">${url.replace('https://', '')}</a> under “${place}”.`,
  triedAgain: (count: string) => `${count} (tried again automatically)`,
  lastSync: 'Last import',
  neverSynced: 'None yet',
  nextTry: 'Next try',
  nextTrySoon: 'In a moment',
  syncNow: 'Import now',
  /** Contains the text of the button, as speech control requires (WCAG 2.5.3). */
  syncNowLabel: (provider: string) => `Import now from ${provider}`,
  reconnect: (provider: string) => `Connect ${provider} again`,
  disconnect: 'Disconnect',
  disconnectLabel: (provider: string) => `Disconnect ${provider}`,
  erasureHint: (provider: string) =>
    `${provider} requires that its workouts and values are deleted when you disconnect.`,
  deleteWorkouts: (provider: string) => `Delete the workouts from ${provider}`,
  deletionHint:
    'The imported workouts are deleted from your diary, except those that you have edited, and ' +
    'so are weight, sleep, steps and the like from there. The service is disconnected. This ' +
    'cannot be undone.',
  disconnectAndDelete: 'Disconnect and delete imported workouts',
  disconnectAndDeleteLabel: (provider: string) =>
    `Disconnect and delete imported workouts: ${provider}`,
  connect: 'Connect',
  connectLabel: (provider: string) => `Connect ${provider}`,
  connectIntro: 'Connect a service',
  anotherIntro: 'Connect another account',
  notices: {
    connection_removed: 'Disconnected. The imported workouts and values stay.',
    connection_and_workouts_removed:
      'Disconnected. The imported workouts and values are being deleted.',
    connection_removed_with_key:
      'Disconnected. The imported workouts and values stay. Your key still works there: ' +
      'withdraw it in the settings of the service if you no longer need it.',
    connection_and_workouts_removed_with_key:
      'Disconnected. The imported workouts and values are being deleted. Your key still ' +
      'works there: withdraw it in the settings of the service if you no longer need it.',
    connection_not_found: 'The service was already disconnected.',
    history_requested:
      'The import of all years has begun, the latest first. It goes on in the background.',
    sync_requested: 'The import has started. New workouts appear in a moment.',
  },
  refusals: {
    sync_too_soon: 'An import was started less than a minute ago. Try again in a moment.',
  },
};

/** The texts of the page of the connected services. */
export const connectionsTexts = { en, de };

export type ConnectionsTexts = typeof en;
