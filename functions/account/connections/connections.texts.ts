const en = {
  title: 'Connected services',
  purpose: 'Services from which your workouts are imported.',
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
  imported: 'Imported workouts',
  unreadable: 'Not yet readable',
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
    `${provider} requires that its workouts are deleted when you disconnect.`,
  deleteWorkouts: (provider: string) => `Delete the workouts from ${provider}`,
  deletionHint:
    'The imported workouts are deleted from your diary, except those that you have edited, and ' +
    'the service is disconnected. This cannot be undone.',
  disconnectAndDelete: 'Disconnect and delete imported workouts',
  disconnectAndDeleteLabel: (provider: string) =>
    `Disconnect and delete imported workouts: ${provider}`,
  connect: 'Connect',
  connectLabel: (provider: string) => `Connect ${provider}`,
  connectIntro: 'Connect a service',
  anotherIntro: 'Connect another account',
  notices: {
    connection_removed: 'Disconnected. The imported workouts stay in your diary.',
    connection_and_workouts_removed:
      'Disconnected. The imported workouts are being deleted from your diary.',
    connection_not_found: 'The service was already disconnected.',
    sync_requested: 'The import has started. New workouts appear in a moment.',
  },
  refusals: {
    sync_too_soon: 'An import was started less than a minute ago. Try again in a moment.',
  },
};

const de: typeof en = {
  title: 'Verbundene Dienste',
  purpose: 'Dienste, von denen Ihre Trainings importiert werden.',
  lead: 'Von diesen Diensten werden Ihre Trainings importiert.',
  empty: {
    title: 'Kein Dienst ist verbunden',
    text: 'Verbinden Sie einen Dienst, und Ihre Trainings dort kommen in Ihr Tagebuch.',
    nothingToConnect:
      'Dieser Dienst importiert noch keine Trainings: Das muss sein Betreiber einrichten.',
  },
  paused:
    'Es wird nichts importiert, weil Sie die Verarbeitung Ihrer Daten pausiert haben.',
  resume: 'Verarbeitung fortsetzen',
  statuses: {
    connected: 'Verbunden',
    syncing: 'Import läuft',
    reauthorization_required: 'Import beendet',
  },
  problems: {
    unavailable: (provider) => `${provider} ist zurzeit nicht erreichbar.`,
    rate_limited: (provider) => `${provider} lässt zurzeit keine weiteren Anfragen zu.`,
    unreadable: (provider) =>
      `${provider} sendet zurzeit Daten, die sich nicht lesen lassen.`,
    misconfigured: (provider) =>
      `${provider} akzeptiert diesen Dienst zurzeit nicht. ` +
      'Der Betreiber dieses Dienstes muss das beheben.',
    access_refused: (provider) =>
      `${provider} erlaubt keinen Zugriff mehr. Bitte erneut verbinden.`,
    scope_missing: (provider) =>
      `${provider} erlaubt keinen Zugriff auf Ihre Trainings mehr. Verbinden Sie erneut und ` +
      'lassen Sie die Berechtigung zum Lesen der Aktivitäten ausgewählt.',
    access_withdrawn: (provider) =>
      `Sie haben den Zugriff dieses Dienstes bei ${provider} beendet. ` +
      'Um wieder zu importieren, verbinden Sie erneut.',
  },
  imported: 'Importierte Trainings',
  unreadable: 'Noch nicht lesbar',
  triedAgain: (count) => `${count} (wird automatisch erneut versucht)`,
  lastSync: 'Letzter Import',
  neverSynced: 'Noch keiner',
  nextTry: 'Nächster Versuch',
  nextTrySoon: 'Gleich',
  syncNow: 'Jetzt importieren',
  syncNowLabel: (provider) => `Jetzt importieren von ${provider}`,
  reconnect: (provider) => `${provider} erneut verbinden`,
  disconnect: 'Trennen',
  disconnectLabel: (provider) => `Trennen: ${provider}`,
  erasureHint: (provider) =>
    `${provider} verlangt, dass seine Trainings beim Trennen gelöscht werden.`,
  deleteWorkouts: (provider) => `Trainings von ${provider} löschen`,
  deletionHint:
    'Die importierten Trainings werden aus Ihrem Tagebuch gelöscht, außer denen, die Sie ' +
    'bearbeitet haben, und der Dienst wird getrennt. Das lässt sich nicht rückgängig machen.',
  disconnectAndDelete: 'Trennen und importierte Trainings löschen',
  disconnectAndDeleteLabel: (provider) =>
    `Trennen und importierte Trainings löschen: ${provider}`,
  connect: 'Verbinden',
  connectLabel: (provider) => `Verbinden: ${provider}`,
  connectIntro: 'Dienst verbinden',
  anotherIntro: 'Weiteres Konto verbinden',
  notices: {
    connection_removed: 'Getrennt. Die importierten Trainings bleiben in Ihrem Tagebuch.',
    connection_and_workouts_removed:
      'Getrennt. Die importierten Trainings werden aus Ihrem Tagebuch gelöscht.',
    connection_not_found: 'Der Dienst wurde bereits getrennt.',
    sync_requested: 'Der Import hat begonnen. Neue Trainings erscheinen gleich.',
  },
  refusals: {
    sync_too_soon:
      'Vor weniger als einer Minute wurde schon ein Import gestartet. ' +
      'Versuchen Sie es gleich noch einmal.',
  },
};

/** The texts of the page of the connected services. */
export const connectionsTexts = { en, de };
export type ConnectionsTexts = typeof en;
