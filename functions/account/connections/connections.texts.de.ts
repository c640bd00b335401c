import { html } from '#shared/html/html.ts';
import type { ConnectionsTexts } from './connections.texts.ts';

const de: ConnectionsTexts = {
  title: 'Verbundene Dienste',
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
  measured: {
    consent:
      'Gewicht, Schlaf, Schritte und Ähnliches werden importiert, sobald Sie dem zugestimmt ' +
      'haben.',
    toConsent: 'Auf der Seite „Datenschutz“ entscheiden',
    missing: (provider) =>
      `${provider} hat weitere Werte Ihres Körpers, z. B. Gewicht oder Schlaf, deren Lesen Sie ` +
      'diesem Dienst nicht erlaubt haben.',
    reconnect: (provider) => `${provider} erneut verbinden, um es zu erlauben`,
  },
  imported: 'Importierte Trainings',
  unreadable: 'Noch nicht lesbar',
  files: 'Originaldateien',
  filesFetched: (fetched, left) =>
    left ? `${fetched} geholt, ${left} folgen` : `${fetched} geholt`,
  history: 'Alle Jahre',
  historyUntil: (day) => `Wird importiert, jetzt vor dem ${day}`,
  historyRead: 'Importiert',
  importAll: 'Alle Jahre importieren',
  importAllLabel: (provider) => `Alle Jahre importieren von ${provider}`,
  withheld: 'Nicht bereitgestellt',
  withheldReason: (count, origin) =>
    `${count} (von ${origin}: die Bedingungen dort erlauben es nicht; ` +
    `verbinden Sie ${origin} selbst)`,
  keyHint: ({ label, url, place }) =>
    html`Trennen zieht Ihren ${label} nicht zurück. Tun Sie das dort: auf der Seite
<a href="${url}">${url.replace('https://', '')}</a> unter „${place}“.`,
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
    `${provider} verlangt, dass seine Trainings und Werte beim Trennen gelöscht werden.`,
  deleteWorkouts: (provider) => `Trainings von ${provider} löschen`,
  deletionHint:
    'Die importierten Trainings werden aus Ihrem Tagebuch gelöscht, außer denen, die Sie ' +
    'bearbeitet haben, und ebenso Gewicht, Schlaf, Schritte und Ähnliches von dort. Der Dienst ' +
    'wird getrennt. Das lässt sich nicht rückgängig machen.',
  disconnectAndDelete: 'Trennen und importierte Trainings löschen',
  disconnectAndDeleteLabel: (provider) =>
    `Trennen und importierte Trainings löschen: ${provider}`,
  connect: 'Verbinden',
  connectLabel: (provider) => `Verbinden: ${provider}`,
  connectIntro: 'Dienst verbinden',
  anotherIntro: 'Weiteres Konto verbinden',
  notices: {
    connection_removed: 'Getrennt. Die importierten Trainings und Werte bleiben.',
    connection_and_workouts_removed:
      'Getrennt. Die importierten Trainings und Werte werden gelöscht.',
    connection_removed_with_key:
      'Getrennt. Die importierten Trainings und Werte bleiben. Ihr Schlüssel gilt dort ' +
      'weiter: Ziehen Sie ihn in den Einstellungen des Dienstes zurück, wenn Sie ihn nicht mehr ' +
      'brauchen.',
    connection_and_workouts_removed_with_key:
      'Getrennt. Die importierten Trainings und Werte werden gelöscht. Ihr Schlüssel ' +
      'gilt dort weiter: Ziehen Sie ihn in den Einstellungen des Dienstes zurück, wenn Sie ihn ' +
      'nicht mehr brauchen.',
    connection_not_found: 'Der Dienst wurde bereits getrennt.',
    history_requested:
      'Der Import aller Jahre hat begonnen, die neuesten zuerst. Er läuft im Hintergrund weiter.',
    sync_requested: 'Der Import hat begonnen. Neue Trainings erscheinen gleich.',
  },
  refusals: {
    sync_too_soon:
      'Vor weniger als einer Minute wurde schon ein Import gestartet. ' +
      'Versuchen Sie es gleich noch einmal.',
  },
};

export default de;
