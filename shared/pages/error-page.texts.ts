const en = {
  account: 'Go to your account',
  byStatus: {
    400: {
      title: 'Invalid request',
      message: 'Something in the request is missing or incorrect. Go back and try again.',
    },
    403: { title: 'Access denied', message: 'You are not allowed to do this.' },
    404: { title: 'Page not found', message: 'Check the address and try again.' },
    413: {
      title: 'Request too large',
      message:
        'The data sent is too large. Files to import can have 4 MB together: go back, and send ' +
        'them in several steps, or choose “Upload a large file”.',
    },
    429: { title: 'Too many requests', message: 'Wait a moment and try again.' },
    500: {
      title: 'Something went wrong',
      message: 'This is a problem on our side. Try again in a moment.',
    },
    503: {
      title: 'Service unavailable',
      message: 'The service is not available at the moment. Try again in a minute.',
    },
  },
  /** Errors with a specific text, by code. */
  byCode: {
    unknown_client: {
      title: 'Unknown application',
      message:
        'The client_id is not registered. Contact the provider of the application.',
    },
    unregistered_redirect_uri: {
      title: 'Invalid redirect URI',
      message:
        'The redirect_uri is not registered for the application. Contact the provider of the ' +
        'application.',
    },
    unregistered_logout_uri: {
      title: 'Invalid redirect URI',
      message:
        'The post_logout_redirect_uri is not registered for the application. Nobody was signed ' +
        'out. Contact the provider of the application.',
    },
    authorization_refused: {
      title: 'Invalid request of an application',
      message:
        'The application has sent you here with a request that is not valid. Nothing was ' +
        'allowed. Contact its provider.',
      forDeveloper: 'For its developers:',
    },
    download_unavailable: {
      title: 'Download expired',
      message:
        'The link is wrong or has expired, or the application that asked for the export may see ' +
        'less now. Sign in to your account to start a new export.',
    },
    link_unavailable: {
      title: 'Link expired',
      message:
        'The link has expired or was already used. If you have just used it, it has worked: go ' +
        'to your account. Otherwise request a new one on the sign-in page or in your account. ' +
        'If you were invited, ask the operator of this service.',
    },
    sign_up_closed: {
      title: 'Sign-up is closed',
      message: 'Accounts cannot be created here. Contact the operator of this service.',
    },
    recovery_unavailable: {
      title: 'Email is not set up',
      message: 'This service cannot send emails. Contact the operator of this service.',
    },
    request_expired: {
      title: 'Request expired',
      message:
        'The request has expired, was already completed, or was started in another browser. ' +
        'Go back to the application and start again. Cookies must be enabled.',
    },
    invalid_form_token: {
      title: 'Form expired',
      message:
        'If you pressed its button twice, look first whether it has worked. Otherwise go back, ' +
        'reload the page and try again. Cookies must be enabled.',
    },
    item_too_large: {
      title: 'The day is full',
      message: 'The entries of a day are limited to 400 KB. Delete some and try again.',
    },
  },
};

const de: typeof en = {
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

/** The texts of the pages about errors. */
export const errorTexts = { en, de };
export type ErrorTexts = typeof en;
