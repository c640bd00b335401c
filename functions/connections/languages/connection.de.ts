import { html } from '#shared/html/html.ts';
import { strong } from '#shared/pages/languages/strong.ts';
import type { connectionEn, connectionsEn } from './connection.en.ts';

/** The texts about connecting an account at a provider, in German. */
export const connectionDe: typeof connectionEn = {
  title: (provider) => `${provider} verbinden`,
  purpose: (provider) =>
    html`Ihre Trainings bei ${strong(provider)} werden in Ihr Tagebuch importiert: die der letzten
30 Tage sofort, neue automatisch.`,
  requestedBy: (application, provider) =>
    html`${strong(application)} bittet Sie, Ihr Konto bei ${provider} zu verbinden.`,
  notice: (provider) =>
    html`Sie werden zu ${strong(provider)} weitergeleitet, um sich dort anzumelden und den Zugriff
zu erlauben. Ihr Passwort bei ${provider} erfahren wir nie. Sie können die Verbindung jederzeit
trennen.`,
  continue: 'Weiter',
  cancel: 'Abbrechen',

  outcomes: {
    connected: {
      title: (provider) => `${provider} ist verbunden`,
      message: (provider) =>
        `Ihre Trainings bei ${provider} werden gerade importiert. ` +
        'Neue folgen automatisch.',
    },
    denied: {
      title: (provider) => `${provider} wurde nicht verbunden`,
      message: (provider) =>
        `Der Zugriff wurde bei ${provider} nicht erlaubt. Es wurde nichts geändert. ` +
        'Sie können es jederzeit erneut versuchen.',
    },
    insufficient_scope: {
      title: (provider) => `${provider} wurde nicht verbunden`,
      message: (provider) =>
        `${provider} hat keinen Zugriff auf Ihre Trainings erlaubt. Versuchen Sie es erneut und ` +
        'lassen Sie die Berechtigung zum Lesen der Aktivitäten ausgewählt.',
    },
    expired: {
      title: () => 'Anfrage abgelaufen',
      message: (provider) =>
        'Die Anfrage ist abgelaufen, wurde bereits abgeschlossen oder in einem anderen Browser ' +
        `oder einer anderen Sitzung gestartet. Beginnen Sie von vorn, um ${provider} zu ` +
        'verbinden. Cookies müssen aktiviert sein.',
    },
    in_use: {
      title: (provider) => `${provider} wurde nicht verbunden`,
      message: (provider) =>
        `Dieses Konto bei ${provider} ist bereits mit dem Konto einer anderen Person in diesem ` +
        'Dienst verbunden. Diese Person muss es zuerst trennen. Oder melden Sie sich bei ' +
        `${provider} mit einem anderen Konto an.`,
    },
    too_many_connections: {
      title: (provider) => `${provider} wurde nicht verbunden`,
      message: () =>
        'Sie haben die Höchstzahl an Verbindungen erreicht. ' +
        'Trennen Sie eine, die Sie nicht mehr brauchen, und versuchen Sie es erneut.',
    },
    provider_error: {
      title: (provider) => `${provider} meldet einen Fehler`,
      message: (provider) =>
        `${provider} hat die Anfrage nicht abgeschlossen. Es wurde nichts geändert. ` +
        'Versuchen Sie es später erneut.',
    },
    unavailable: {
      title: (provider) => `${provider} ist nicht erreichbar`,
      message: (provider) =>
        `${provider} ist nicht erreichbar oder überlastet. Es wurde nichts geändert. ` +
        'Versuchen Sie es in einigen Minuten erneut.',
    },
    misconfigured: {
      title: (provider) => `${provider} kann nicht verbunden werden`,
      message: (provider) =>
        `${provider} akzeptiert die Zugangsdaten dieses Dienstes nicht. ` +
        'Wenden Sie sich an den Betreiber dieses Dienstes.',
    },
  },
  errorCode: (code) => `Fehlercode: ${code}`,
  tryAgain: 'Erneut versuchen',
  backTo: (application) => `Zurück zu ${application}`,
  toAccount: 'Zu Ihrem Konto',
};

/** The texts of the account page about connections, in German. */
export const connectionsDe: typeof connectionsEn = {
  title: 'Verbundene Dienste',
  intro: 'Von diesen Diensten werden Ihre Trainings importiert.',
  empty: 'Kein Dienst ist verbunden.',
  status: 'Status',
  statuses: {
    connected: () => 'Verbunden',
    syncing: () => 'Import läuft',
    reauthorization_required: (provider) =>
      `${provider} erlaubt keinen Zugriff mehr. Bitte erneut verbinden.`,
  },
  lastSync: 'Letzter Import',
  neverSynced: 'Nie',
  syncNow: 'Jetzt importieren',
  syncNowLabel: (provider) => `Jetzt importieren von ${provider}`,
  reconnect: (provider) => `${provider} erneut verbinden`,
  disconnect: 'Trennen',
  disconnectLabel: (provider) => `Trennen: ${provider}`,
  disconnectAndDelete: 'Trennen und importierte Trainings löschen',
  disconnectAndDeleteLabel: (provider) =>
    `Trennen und importierte Trainings löschen: ${provider}`,
  connectIntro: 'Dienst verbinden',
  notices: {
    connection_removed: 'Getrennt. Die importierten Trainings bleiben in Ihrem Tagebuch.',
    connection_and_workouts_removed:
      'Getrennt. Die importierten Trainings werden aus Ihrem Tagebuch gelöscht.',
    connection_not_found: 'Der Dienst wurde bereits getrennt.',
    sync_requested: 'Der Import hat begonnen. Neue Trainings erscheinen gleich.',
    sync_too_soon:
      'Vor weniger als einer Minute wurde schon ein Import gestartet. ' +
      'Versuchen Sie es gleich noch einmal.',
  },
};
