import { html } from '../../html/html.ts';
import { signInFromLink, type Texts } from './en.ts';
import { formatLongDate } from './long-date.ts';
import { strong } from './strong.ts';

/** The German texts that several pages share, and those of pages with few texts. */
export const de: Texts = {
  tag: 'de',
  formatDate: (date) => formatLongDate(date, 'de'),

  errors: {
    byStatus: {
      400: {
        title: 'Ungültige Anfrage',
        message:
          'In der Anfrage fehlt etwas oder eine Angabe ist falsch. ' +
          'Gehen Sie zurück und versuchen Sie es erneut.',
      },
      403: { title: 'Zugriff verweigert', message: 'Dazu haben Sie keine Berechtigung.' },
      404: {
        title: 'Seite nicht gefunden',
        message: 'Prüfen Sie die Adresse und versuchen Sie es erneut.',
      },
      413: { title: 'Anfrage zu groß', message: 'Die gesendeten Daten sind zu groß.' },
      429: {
        title: 'Zu viele Anfragen',
        message: 'Warten Sie einen Moment und versuchen Sie es erneut.',
      },
      500: {
        title: 'Etwas ist schiefgelaufen',
        message: 'Der Fehler liegt bei uns. Versuchen Sie es in Kürze erneut.',
      },
    },
    byCode: {
      unknown_client: {
        title: 'Unbekannte Anwendung',
        message:
          'Die client_id ist nicht registriert. Wenden Sie sich an den Anbieter der Anwendung.',
      },
      unregistered_redirect_uri: {
        title: 'Ungültige Redirect-URI',
        message:
          'Die redirect_uri ist für die Anwendung nicht registriert. ' +
          'Wenden Sie sich an den Anbieter der Anwendung.',
      },
      download_unavailable: {
        title: 'Download abgelaufen',
        message:
          'Der Link ist ungültig oder abgelaufen. Melden Sie sich in Ihrem Konto an, um ' +
          'einen neuen Export zu starten.',
      },
      link_unavailable: {
        title: 'Link abgelaufen',
        message:
          'Der Link ist abgelaufen oder wurde bereits verwendet. Fordern Sie auf der ' +
          'Anmeldeseite oder in Ihrem Konto einen neuen an. Wenn Sie eingeladen wurden, wenden ' +
          'Sie sich an den Betreiber des Dienstes.',
        next: { label: 'Anmelden', url: signInFromLink },
      },
      sign_up_closed: {
        title: 'Registrierung geschlossen',
        message:
          'Hier können keine Konten angelegt werden. Wenden Sie sich an den Betreiber des ' +
          'Dienstes.',
        next: { label: 'Anmelden', url: signInFromLink },
      },
      recovery_unavailable: {
        title: 'E-Mail-Versand nicht eingerichtet',
        message:
          'Dieser Dienst kann keine E-Mails senden. Wenden Sie sich an den Betreiber des Dienstes.',
      },
      request_expired: {
        title: 'Anfrage abgelaufen',
        message:
          'Die Anfrage ist abgelaufen, wurde bereits abgeschlossen oder in einem anderen Browser ' +
          'gestartet. Gehen Sie zurück zur Anwendung und beginnen Sie von vorn. ' +
          'Cookies müssen aktiviert sein.',
      },
      invalid_form_token: {
        title: 'Formular abgelaufen',
        message:
          'Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es erneut. ' +
          'Cookies müssen aktiviert sein.',
      },
    },
  },

  accountKept: {
    title: 'Ihr Konto bleibt erhalten',
    text: (time) =>
      html`Ihr Konto sollte am ${strong(time)} gelöscht werden. Weil Sie sich angemeldet haben, ist
  die Löschung abgebrochen. Es wurde nichts gelöscht.`,
    continue: 'Weiter',
    deleteAnyway: 'Konto trotzdem löschen',
  },
  signIn: {
    title: 'Anmelden',
    errorTitle: 'Fehler: Anmelden',
    continueTo: (application) => html`Weiter zu ${strong(application)}`,
    continueToAccount: html`Weiter zu Ihrem Konto`,
    continueToConnect: (provider) => html`Weiter, um ${strong(provider)} zu verbinden`,
    email: 'E-Mail',
    password: 'Passwort',
    submit: 'Anmelden',
    incorrect: 'E-Mail oder Passwort ist falsch.',
    tooManyAttempts: (minutes) => {
      const unit = minutes === 1 ? 'Minute' : 'Minuten';
      return `Zu viele Versuche. Versuchen Sie es in ${minutes} ${unit} erneut.`;
    },
    notices: {
      signed_out: 'Sie haben sich abgemeldet.',
      password_reset: 'Passwort geändert. Melden Sie sich mit dem neuen Passwort an.',
    },
    passwordReset: 'Passwort vergessen?',
    signUp: 'Konto anlegen',
  },

  consent: {
    title: (application) => `Darf ${application} auf Ihre Fitnessdaten zugreifen?`,
    signedInAs: (username) => html`Angemeldet als ${strong(username)}.`,
    switchAccount: 'Anderes Konto verwenden',
    privacyPolicy: 'Datenschutzerklärung',
    permissionsIntro: (application) => html`${strong(application)} kann dann:`,
    granted: {
      'profile.read': 'Ihren Namen und Ihre E-Mail-Adresse sehen',
      'diary.read': 'Ihr Tagebuch sehen',
      'diary.write': 'Ihr Tagebuch sehen und ändern',
      'data_sources.read': 'Ihre Geräte und anderen Datenquellen sehen',
      'data_sources.write': 'Ihre Geräte und anderen Datenquellen sehen und ändern',
      'connections.read': 'Ihre Verbindungen zu anderen Diensten sehen',
      'connections.write':
        'Ihre Verbindungen zu anderen Diensten sehen und trennen sowie Importe starten',
      'images.write': 'Fotos hochladen',
    },
    withheldIntro: (application) => html`${strong(application)} kann dann nicht:`,
    withheld: {
      'profile.read': 'Ihren Namen und Ihre E-Mail-Adresse sehen',
      'diary.read': 'Ihr Tagebuch sehen oder ändern',
      'diary.write': 'Ihr Tagebuch ändern',
      'data_sources.read': 'Ihre Geräte und anderen Datenquellen sehen oder ändern',
      'data_sources.write': 'Ihre Geräte und anderen Datenquellen ändern',
      'connections.read':
        'Ihre Verbindungen zu anderen Diensten sehen, sie trennen oder Importe starten',
      'connections.write':
        'Ihre Verbindungen zu anderen Diensten trennen oder Importe starten',
      'images.write': 'Fotos hochladen',
    },
    nativeApp: (application) => `der App ${application}`,
    notice: (application, destination) =>
      html`${application} erfährt Ihr Passwort nicht.
Sie können den Zugriff jederzeit in Ihrem Konto widerrufen.
Sie werden zu ${strong(destination)} weitergeleitet.`,
    allow: 'Zugriff erlauben',
    deny: 'Ablehnen',
  },

  closed: {
    expired: {
      title: 'Anfrage abgelaufen',
      message: (application) =>
        html`Die Anfrage von ${strong(application)} ist abgelaufen. Es wurde kein Zugriff erteilt.`,
    },
    already_decided: {
      title: 'Anfrage bereits abgeschlossen',
      message: (application) =>
        html`Die Anfrage von ${strong(application)} wurde bereits abgeschlossen.`,
    },
    startAgain: 'Von vorn beginnen',
  },

  account: {
    title: 'Ihr Konto',
    signedInAs: (username) => html`Angemeldet als ${strong(username)}.`,
    data: 'Meine Daten',
    dataHint: 'Energie und Training nach Tag, Woche und Monat.',
    devices: 'Geräte und Einstellungen',
    devicesHint:
      'Sehen, welche Geräte Ihre Daten aufzeichnen, und bevorzugte Geräte wählen.',
    applications: 'Anwendungen mit Zugriff',
    applicationsHint: 'Zugriff auf Ihre Fitnessdaten prüfen und widerrufen.',
    connections: 'Verbundene Dienste',
    connectionsHint: 'Dienste, von denen Ihre Trainings importiert werden.',
    export: 'Meine Daten exportieren',
    exportHint: 'Eine ZIP-Datei mit allem, was über Sie gespeichert ist.',
    password: 'Passwort ändern',
    passwordHint: 'Sie werden dabei in allen anderen Browsern abgemeldet.',
    security: 'Anmeldung und Sicherheit',
    securityHint: 'E-Mail-Adresse ändern und angemeldete Browser ansehen.',
    deletion: 'Konto löschen',
    deletionHint: 'Ihr Konto und alle Ihre Daten löschen.',
    emailChanged: 'E-Mail-Adresse geändert.',
    created: 'Ihr Konto wurde angelegt.',
    signOut: 'Abmelden',
  },

  applications: {
    title: 'Anwendungen mit Zugriff',
    intro: 'Diese Anwendungen können auf Ihre Fitnessdaten zugreifen.',
    empty: 'Keine Anwendung kann auf Ihre Fitnessdaten zugreifen.',
    accessSince: 'Zugriff seit',
    lastUsed: 'Zuletzt verwendet',
    neverUsed: 'Noch nie',
    revoke: 'Zugriff widerrufen',
    revokeLabel: (application) => `Zugriff widerrufen: ${application}`,
    revoked: 'Der Zugriff wurde widerrufen. Dies wird innerhalb einer Minute wirksam.',
  },

  password: {
    title: 'Passwort ändern',
    errorTitle: 'Fehler: Passwort ändern',
    current: 'Aktuelles Passwort',
    next: 'Neues Passwort',
    hint: 'Mindestens 8 Zeichen. Gut geeignet sind mehrere zufällige Wörter.',
    confirm: 'Neues Passwort bestätigen',
    revokeApplications: 'Auch den Zugriff aller Anwendungen widerrufen',
    submit: 'Passwort ändern',
    problems: {
      wrong: 'Das aktuelle Passwort ist falsch.',
      invalid: 'Das neue Passwort muss aus 8 bis 256 druckbaren Zeichen bestehen.',
      common: 'Dieses Passwort wird zu häufig verwendet. Wählen Sie ein anderes.',
      mismatch: 'Die Passwörter stimmen nicht überein.',
    },
    changed: 'Passwort geändert. Sie wurden in allen anderen Browsern abgemeldet.',
  },

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
