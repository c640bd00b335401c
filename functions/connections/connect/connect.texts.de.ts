import { html, strong } from '#shared/html/html.ts';
import type { ConnectTexts } from './connect.texts.ts';

const de: ConnectTexts = {
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
  consent:
    'Gewicht, Schlaf, Schritte und Ähnliches werden auch importiert, wenn Sie es dort erlauben ' +
    'und hier zugestimmt haben.',
  toConsent: 'Auf der Seite „Datenschutz“ entscheiden',
  requestedBy: (application, provider) =>
    html`${strong(application)} bittet Sie, Ihr Konto bei ${provider} zu verbinden.`,
  notice: (provider) =>
    html`Sie werden zu ${strong(provider)} weitergeleitet, um sich dort anzumelden und den Zugriff
zu erlauben. Ihr Passwort bei ${provider} erfahren wir nie. Sie können die Verbindung jederzeit
trennen.`,
  keyNotice: ({ provider, label, url, place }) =>
    html`Fügen Sie hier Ihren ${label} ein. Sie finden ihn bei ${strong(provider)} auf der Seite
<a href="${url}">${url.replace('https://', '')}</a> unter „${place}“. Wir speichern ihn
verschlüsselt und lesen damit nur: Trainings, und Gewicht, Schlaf, Schritte und Ähnliches, wenn Sie
dem hier zugestimmt haben. Sie können die Verbindung jederzeit trennen; den Schlüssel selbst können
Sie nur dort zurückziehen.`,
  keyProblems: {
    missing: () => 'Geben Sie den Schlüssel ein.',
    refused: (provider) =>
      `${provider} akzeptiert diesen Schlüssel nicht. Kopieren Sie ihn noch einmal, ohne ` +
      'Leerzeichen.',
    busy: (provider) =>
      `${provider} ist nicht erreichbar oder überlastet. Der Schlüssel konnte nicht geprüft ` +
      'werden. Versuchen Sie es in einigen Minuten erneut.',
    too_many: () =>
      'Zu viele Schlüssel wurden nicht akzeptiert. ' +
      'Versuchen Sie es später erneut, spätestens in 15 Minuten.',
  },
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
      turned_off: (provider) =>
        `Der Betreiber dieses Dienstes hat Verbindungen zu ${provider} ausgeschaltet.`,
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

export default de;
