import type { ErrorTexts } from './error-page.texts.ts';

const de: ErrorTexts = {
  account: 'Zu Ihrem Konto',
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
    413: {
      title: 'Anfrage zu groß',
      message:
        'Die gesendeten Daten sind zu groß. Dateien zum Importieren dürfen zusammen 4 MB haben: ' +
        'Gehen Sie zurück und senden Sie sie in mehreren Schritten, oder wählen Sie „Große ' +
        'Datei hochladen“.',
    },
    429: {
      title: 'Zu viele Anfragen',
      message: 'Warten Sie einen Moment und versuchen Sie es erneut.',
    },
    500: {
      title: 'Etwas ist schiefgelaufen',
      message: 'Der Fehler liegt bei uns. Versuchen Sie es in Kürze erneut.',
    },
    503: {
      title: 'Dienst nicht verfügbar',
      message:
        'Der Dienst ist gerade nicht erreichbar. Versuchen Sie es in Kürze erneut.',
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
    unregistered_logout_uri: {
      title: 'Ungültige Redirect-URI',
      message:
        'Die post_logout_redirect_uri ist für die Anwendung nicht registriert. Niemand wurde ' +
        'abgemeldet. Wenden Sie sich an den Anbieter der Anwendung.',
    },
    authorization_refused: {
      title: 'Ungültige Anfrage einer Anwendung',
      message:
        'Die Anwendung hat Sie mit einer ungültigen Anfrage hierher geleitet. Es wurde nichts ' +
        'erlaubt. Wenden Sie sich an ihren Anbieter.',
      forDeveloper: 'Für die Entwickler:',
    },
    download_unavailable: {
      title: 'Download abgelaufen',
      message:
        'Der Link ist ungültig oder abgelaufen, oder die Anwendung, die den Export angefordert ' +
        'hat, darf weniger sehen. Melden Sie sich in Ihrem Konto an, um einen neuen Export zu ' +
        'starten.',
    },
    link_unavailable: {
      title: 'Link abgelaufen',
      message:
        'Der Link ist abgelaufen oder wurde bereits verwendet. Wenn Sie ihn gerade verwendet ' +
        'haben, hat es funktioniert: Gehen Sie zu Ihrem Konto. Sonst fordern Sie auf der ' +
        'Anmeldeseite oder in Ihrem Konto einen neuen an. Wenn Sie eingeladen wurden, wenden ' +
        'Sie sich an den Betreiber des Dienstes.',
    },
    sign_up_closed: {
      title: 'Registrierung geschlossen',
      message:
        'Hier können keine Konten angelegt werden. Wenden Sie sich an den Betreiber des ' +
        'Dienstes.',
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
        'Wenn Sie die Schaltfläche zweimal gedrückt haben, sehen Sie zuerst nach, ob es ' +
        'funktioniert hat. Sonst gehen Sie zurück, laden die Seite neu und versuchen es ' +
        'erneut. Cookies müssen aktiviert sein.',
    },
    item_too_large: {
      title: 'Der Tag ist voll',
      message:
        'Die Einträge eines Tages sind auf 400 KB begrenzt. ' +
        'Löschen Sie einige und versuchen Sie es erneut.',
    },
  },
};

export default de;
