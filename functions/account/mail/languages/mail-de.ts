import { formatLongTime } from '#shared/pages/languages/long-date.ts';
import type { mailEn } from './mail-en.ts';

/** The texts of all mail in German. */
export const mailDe: typeof mailEn = {
  tag: 'de',
  templates: {
    sign_up: () => ({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      before: 'Sie sind dabei, ein Konto beim Fitnessdatendienst anzulegen.',
      link: 'Adresse bestätigen und Passwort wählen',
      after:
        'Der Link ist 24 Stunden gültig und funktioniert nur einmal. Wenn Sie kein Konto anlegen ' +
        'wollten, ignorieren Sie diese E-Mail: Es wird kein Konto angelegt.',
    }),
    account_exists: () => ({
      subject: 'Sie haben bereits ein Konto',
      before:
        'Jemand wollte diese E-Mail-Adresse für ein Konto verwenden. Es gibt aber bereits ein ' +
        'Konto mit dieser Adresse.',
      link: 'Anmelden',
      after:
        'Auf der Anmeldeseite können Sie auch ein neues Passwort wählen. Wenn nicht Sie diese ' +
        'Adresse angegeben haben, ignorieren Sie diese E-Mail: Es wurde nichts geändert.',
    }),
    invitation: () => ({
      subject: 'Ihre Einladung zum Fitnessdatendienst',
      before: 'Sie sind eingeladen, ein Konto beim Fitnessdatendienst anzulegen.',
      link: 'Konto anlegen',
      after:
        'Der Link ist 7 Tage gültig und funktioniert nur einmal. Wenn Sie kein Konto möchten, ' +
        'ignorieren Sie diese E-Mail: Es wird kein Konto angelegt.',
    }),
    password_reset: () => ({
      subject: 'Passwort zurücksetzen',
      before: 'Jemand möchte das Passwort Ihres Kontos zurücksetzen.',
      link: 'Neues Passwort wählen',
      after:
        'Der Link ist 30 Minuten gültig und funktioniert nur einmal. Wenn Sie das nicht waren, ' +
        'ignorieren Sie diese E-Mail: Ihr Passwort bleibt unverändert.',
    }),
    email_change: () => ({
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      before: 'Sie möchten sich künftig mit dieser E-Mail-Adresse anmelden.',
      link: 'Neue Adresse bestätigen',
      after:
        'Der Link ist 24 Stunden gültig und funktioniert nur einmal. Wenn Sie das nicht waren, ' +
        'ignorieren Sie diese E-Mail: Es wird nichts geändert.',
    }),
    password_changed: () => ({
      subject: 'Ihr Passwort wurde geändert',
      before:
        'Das Passwort Ihres Kontos wurde geändert. Alle anderen Browser wurden abgemeldet. Wenn ' +
        'Sie das nicht waren, wählen Sie sofort ein neues Passwort.',
      link: 'Neues Passwort wählen',
      after: 'Wenn Sie das waren, müssen Sie nichts weiter tun.',
    }),
    password_was_reset: () => ({
      subject: 'Ihr Passwort wurde geändert',
      before:
        'Mit einem Link aus einer E-Mail wurde ein neues Passwort gewählt. Alle Browser wurden ' +
        'abgemeldet. Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort.',
      link: 'Neues Passwort wählen',
      after: 'Wenn Sie das waren, melden Sie sich mit dem neuen Passwort an.',
    }),
    password_set_by_operator: () => ({
      subject: 'Ihr Passwort wurde geändert',
      before:
        'Der Betreiber des Dienstes hat ein neues Passwort für Ihr Konto festgelegt. Alle ' +
        'Browser wurden abgemeldet, und Anwendungen haben keinen Zugriff mehr.',
      link: 'Eigenes Passwort wählen',
      after: 'Wenn Sie nicht darum gebeten haben, wenden Sie sich an den Betreiber.',
    }),
    email_changed: () => ({
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      before:
        'Die E-Mail-Adresse Ihres Kontos wurde geändert. Mit dieser alten Adresse können Sie ' +
        'sich nicht mehr anmelden.',
      link: 'Mit der neuen Adresse anmelden',
      after:
        'Wenn Sie das nicht waren, wenden Sie sich sofort an den Betreiber des Dienstes.',
    }),
    new_browser: ({ browser }) => ({
      subject: 'Neue Anmeldung in Ihrem Konto',
      before: browser
        ? `Jemand hat sich mit einem neuen Browser in Ihrem Konto angemeldet: ${browser}.`
        : 'Jemand hat sich mit einem neuen Browser in Ihrem Konto angemeldet.',
      link: 'Angemeldete Browser ansehen',
      after:
        'Wenn Sie das nicht waren, wählen Sie auf dieser Seite „Alle anderen Browser abmelden“ ' +
        'und ändern Sie Ihr Passwort.',
    }),
    erasure_scheduled: ({ time = '' }) => ({
      subject: 'Ihr Konto wird gelöscht',
      before:
        'Ihr Konto beim Fitnessdatendienst und alle Ihre Daten werden am ' +
        `${formatLongTime(time, 'de')} gelöscht. Bis dahin funktionieren Anwendungen und ` +
        'Importe weiter.',
      link: 'Anmelden und Konto behalten',
      after:
        'Wenn Sie sich anmelden, wird die Löschung abgebrochen. Wenn Sie die Löschung nicht ' +
        'selbst gestartet haben, melden Sie sich an und ändern Sie Ihr Passwort: Jemand anderes ' +
        'kennt es.',
    }),
    erasure_cancelled: () => ({
      subject: 'Ihr Konto bleibt erhalten',
      before:
        'Sie haben sich angemeldet oder „Konto behalten“ gewählt. Deshalb wurde die Löschung ' +
        'abgebrochen. Es wurde nichts gelöscht.',
      link: 'Angemeldete Browser ansehen',
      after:
        'Wenn Sie das nicht waren, wählen Sie auf dieser Seite „Alle anderen Browser abmelden“ ' +
        'und ändern Sie Ihr Passwort.',
    }),
    erasure_started: ({ reference = '' }) => ({
      subject: 'Ihr Konto wird jetzt gelöscht',
      before:
        'Ihr Konto beim Fitnessdatendienst und alle Ihre Daten werden gerade gelöscht. Das ' +
        'dauert 10 bis 20 Minuten und lässt sich nicht rückgängig machen. Sicherungskopien ' +
        'enthalten die Daten noch 35 Tage lang.',
      after:
        'Dies ist die letzte E-Mail, die wir Ihnen senden. Wenn Sie eine Frage zur Löschung ' +
        `haben, nennen Sie dem Betreiber diese Kennung: ${reference}`,
    }),
    export_ready: () => ({
      subject: 'Ihre Daten können heruntergeladen werden',
      before: 'Die Datei mit allem, was der Dienst über Sie speichert, ist fertig.',
      link: 'Daten in Ihrem Konto herunterladen',
      after:
        'Die Datei kann 24 Stunden lang heruntergeladen werden. Wenn Sie den Export nicht ' +
        'gestartet haben, wählen Sie in Ihrem Konto „Alle anderen Browser abmelden“ und ändern ' +
        'Sie Ihr Passwort.',
    }),
    export_failed: () => ({
      subject: 'Ihre Daten konnten nicht exportiert werden',
      before:
        'Die Datei mit allem, was der Dienst über Sie speichert, konnte nicht erstellt werden.',
      link: 'Den Grund in Ihrem Konto ansehen',
      after: 'Es ist nichts verloren: Alle Ihre Daten sind weiterhin in Ihrem Konto.',
    }),
  },
  footer: 'Diese E-Mail wurde automatisch gesendet. Antworten sind nicht möglich.',
};
