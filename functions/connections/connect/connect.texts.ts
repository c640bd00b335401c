import { html, strong } from '#shared/html/html.ts';

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
  requestedBy: (application: string, provider: string) =>
    html`${strong(application)} asks you to connect your ${provider} account.`,
  notice: (provider: string) =>
    html`You will be redirected to ${strong(provider)} to sign in and allow access.
We never see your ${provider} password. You can disconnect at any time.`,
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

const de: typeof en = {
  title: (provider) => `${provider} verbinden`,
  purposes: {
    recent_workouts: (provider) =>
      html`Ihre Trainings bei ${strong(provider)} werden in Ihr Tagebuch importiert: die der letzten
30 Tage sofort, neue automatisch.`,
    new_workouts: (provider) =>
      html`Ihre neuen Trainings bei ${strong(provider)} werden automatisch in Ihr Tagebuch
importiert. Trainings aus der Zeit vor der Verbindung stellt ${provider} nicht bereit.`,
  },
  furtherPurposes: {
    recent_workouts: (provider) =>
      html`Wählen Sie das Konto bei ${strong(provider)}, das schon verbunden ist, wird sein Import
dort fortgesetzt, wo er aufgehört hat. Von einem anderen Konto werden die Trainings der letzten
30 Tage sofort importiert, neue automatisch.`,
    new_workouts: (provider) =>
      html`Wählen Sie das Konto bei ${strong(provider)}, das schon verbunden ist, wird sein Import
dort fortgesetzt, wo er aufgehört hat. Von einem anderen Konto werden neue Trainings automatisch
importiert.`,
  },
  requestedBy: (application, provider) =>
    html`${strong(application)} bittet Sie, Ihr Konto bei ${provider} zu verbinden.`,
  notice: (provider) =>
    html`Sie werden zu ${strong(provider)} weitergeleitet, um sich dort anzumelden und den Zugriff
zu erlauben. Ihr Passwort bei ${provider} erfahren wir nie. Sie können die Verbindung jederzeit
trennen.`,
  continue: (provider) => `Weiter zu ${provider}`,
  cancel: 'Abbrechen',

  connected: {
    title: (provider) => `${provider} ist verbunden`,
    messages: {
      recent_workouts: (provider) =>
        `Ihre Trainings bei ${provider} werden gerade importiert. ` +
        'Neue folgen automatisch.',
      new_workouts: (provider) =>
        `Neue Trainings bei ${provider} werden automatisch importiert.`,
      continued: (provider) =>
        `Der Import Ihrer Trainings bei ${provider} wird dort fortgesetzt, wo er aufgehört hat.`,
    },
  },
  outcomes: {
    cancelled: {
      title: (provider) => `${provider} wurde nicht verbunden`,
      message: () =>
        'Es wurde nichts geändert. Sie können es jederzeit erneut versuchen.',
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
        `oder einer anderen Sitzung gestartet. Wenn Sie ${provider} gerade verbunden haben, ` +
        'sehen Sie zuerst bei Ihren Diensten nach. Sonst beginnen Sie von vorn. Cookies müssen ' +
        'aktiviert sein.',
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
  toConnections: 'Ihre verbundenen Dienste ansehen',

  notConnectable: {
    title: (provider) => `${provider} kann nicht verbunden werden`,
    reasons: {
      unregistered: (provider) =>
        `${provider} ist in diesem Dienst noch nicht eingerichtet. ` +
        'Wenden Sie sich an den Betreiber dieses Dienstes.',
      unsupported: (provider) =>
        `Dieser Dienst kann von ${provider} noch nichts importieren. Wenn ${provider} Ihre ` +
        'Trainings an einen anderen Dienst sendet, der sich verbinden lässt, z. B. Strava, ' +
        'verbinden Sie diesen.',
      calls_off: (provider) =>
        `Aufrufe an ${provider} sind auf diesem Rechner ausgeschaltet. ` +
        'Starten Sie den Dienst mit --provider-gateway direct.',
      phone: (provider) =>
        `${provider} hat kein Online-Konto, das sich verbinden lässt. ` +
        'Die Daten können nur von einer App auf Ihrem Smartphone kommen.',
      api_key: (provider) =>
        `${provider} braucht einen API-Schlüssel. Das unterstützt dieser Dienst nicht.`,
      none: (provider) =>
        `${provider} bietet keine Schnittstelle (API) für Verbindungen an.`,
      retired: (provider) => `${provider} nimmt keine neuen Verbindungen mehr an.`,
    },
    unchanged: 'Es wurde nichts geändert. Sie können diese Seite schließen.',
  },
};

/** The texts of the pages of the connect flow. */
export const connectTexts = { en, de };
export type ConnectTexts = typeof en;
