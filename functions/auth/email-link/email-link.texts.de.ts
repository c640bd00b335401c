import { html, strong } from '#shared/html/html.ts';
import type { EmailLinkTexts } from './email-link.texts.ts';

const de: EmailLinkTexts = {
  send: {
    sign_up: {
      title: 'Konto anlegen',
      intro: 'Wir senden Ihnen einen Link, über den Sie Ihr Konto anlegen können.',
      submit: 'Link senden',
    },
    password_reset: {
      title: 'Passwort vergessen?',
      intro:
        'Wir senden Ihnen einen Link, über den Sie ein neues Passwort wählen können.',
      submit: 'Link senden',
    },
    email: 'E-Mail',
    invalidEmail: 'Geben Sie eine E-Mail-Adresse wie ann@example.com ein.',
    tooManyRequests: (wait) => `Zu viele Anfragen. Versuchen Sie es in ${wait} erneut.`,
    sentTitle: 'Prüfen Sie Ihren Posteingang',
    sent: {
      sign_up:
        'Wenn die Adresse E-Mails empfangen kann, kommt unsere Nachricht in wenigen Minuten an. ' +
        'Öffnen Sie den Link darin, um fortzufahren.',
      password_reset:
        'Wenn es zu der Adresse ein Konto gibt, kommt in wenigen Minuten eine Nachricht an. ' +
        'Öffnen Sie den Link darin innerhalb von 30 Minuten.',
    },
    notReceived: (email) =>
      html`Keine Nachricht erhalten? Sehen Sie im Spam-Ordner nach, oder prüfen Sie die Adresse
${strong(email)} und versuchen Sie es erneut.`,
    again: 'Erneut versuchen',
    signIn: 'Anmelden',
  },

  open: {
    sign_up: {
      title: 'Konto anlegen',
      submit: 'Konto anlegen',
    },
    invitation: {
      title: 'Konto anlegen',
      submit: 'Konto anlegen',
    },
    password_reset: {
      title: 'Neues Passwort wählen',
      submit: 'Passwort ändern',
    },
    email_change: {
      title: 'Neue E-Mail-Adresse bestätigen',
      submit: 'Bestätigen',
    },
    email_undo: {
      title: 'Änderung Ihrer E-Mail-Adresse rückgängig machen',
      submit: 'Änderung rückgängig machen',
    },
    email: 'E-Mail',
    name: 'Name',
    nameHint: 'Anwendungen mit Zugriff auf Ihr Profil sehen diesen Namen.',
    fromBrowser:
      'Sprache, Einheiten und Zeitzone sind die Ihres Browsers. Sie können sie später ändern.',
    password: 'Passwort',
    passwordHint: 'Mindestens 8 Zeichen. Gut geeignet sind mehrere zufällige Wörter.',
    newPassword: 'Neues Passwort',
    confirm: 'Passwort bestätigen',
    revokeApplications: 'Auch den Zugriff aller Anwendungen und Skripte widerrufen',
    signsOut: 'Mit dem neuen Passwort werden Sie in allen Browsern abgemeldet.',
    emailChange: (from, to) =>
      html`Nach der Bestätigung melden Sie sich mit ${strong(to)} statt mit ${strong(from)} an.`,
    emailUndo: (email, time) =>
      html`Sie melden sich dann wieder mit ${strong(email)} und Ihrem Passwort von vor der Änderung
an. Der Browser der Änderung und alle, die sich seit ${time} angemeldet haben, werden abgemeldet,
und Anwendungen, die seitdem erlaubt wurden, verlieren den Zugriff.`,
    problems: {
      name:
        'Geben Sie einen Namen mit höchstens 50 Zeichen ein, ohne Zeichen, die unsichtbar sind ' +
        'oder die Schreibrichtung ändern.',
      invalid: 'Das Passwort muss 8 bis 256 druckbare Zeichen haben.',
      common: 'Dieses Passwort wird zu häufig verwendet. Wählen Sie ein anderes.',
      mismatch: 'Die Passwörter stimmen nicht überein.',
    },
  },
};

export default de;
