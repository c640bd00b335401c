import { html } from '#shared/html/html.ts';
import { strong } from '#shared/pages/languages/strong.ts';
import type { LinkTexts } from './link-languages.ts';

/** The German texts of the pages that send and open the links in mails. */
export const linkDe: LinkTexts = {
  tag: 'de',

  send: {
    sign_up: {
      title: 'Konto anlegen',
      errorTitle: 'Fehler: Konto anlegen',
      intro: 'Wir senden Ihnen einen Link, über den Sie Ihr Konto anlegen können.',
      submit: 'Link senden',
    },
    password_reset: {
      title: 'Passwort vergessen?',
      errorTitle: 'Fehler: Passwort vergessen?',
      intro:
        'Wir senden Ihnen einen Link, über den Sie ein neues Passwort wählen können.',
      submit: 'Link senden',
    },
    email: 'E-Mail',
    invalidEmail: 'Geben Sie eine E-Mail-Adresse wie ann@example.com ein.',
    tooManyRequests: (minutes) => {
      const unit = minutes === 1 ? 'Minute' : 'Minuten';
      return `Zu viele Anfragen. Versuchen Sie es in ${minutes} ${unit} erneut.`;
    },
    sentTitle: 'Prüfen Sie Ihren Posteingang',
    sent: {
      sign_up:
        'Wenn die Adresse E-Mails empfangen kann, kommt unsere E-Mail in wenigen Minuten an. ' +
        'Öffnen Sie den Link in dieser E-Mail.',
      password_reset:
        'Wenn es zu der Adresse ein Konto gibt, kommt in wenigen Minuten eine E-Mail an. ' +
        'Öffnen Sie den Link darin innerhalb von 30 Minuten.',
    },
    notReceived:
      'Keine E-Mail erhalten? Sehen Sie im Spam-Ordner nach, oder prüfen Sie die Adresse und ' +
      'versuchen Sie es erneut.',
    again: 'Erneut versuchen',
    signIn: 'Anmelden',
  },

  open: {
    sign_up: {
      title: 'Konto anlegen',
      errorTitle: 'Fehler: Konto anlegen',
      submit: 'Konto anlegen',
    },
    invitation: {
      title: 'Konto anlegen',
      errorTitle: 'Fehler: Konto anlegen',
      submit: 'Konto anlegen',
    },
    password_reset: {
      title: 'Neues Passwort wählen',
      errorTitle: 'Fehler: Neues Passwort wählen',
      submit: 'Passwort ändern',
    },
    email_change: {
      title: 'Neue E-Mail-Adresse bestätigen',
      errorTitle: 'Fehler: Neue E-Mail-Adresse bestätigen',
      submit: 'Bestätigen',
    },
    email: 'E-Mail',
    name: 'Name',
    nameHint: 'Anwendungen mit Zugriff auf Ihr Profil sehen diesen Namen.',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    confirm: 'Passwort bestätigen',
    revokeApplications: 'Auch den Zugriff aller Anwendungen widerrufen',
    signsOut: 'Dadurch werden Sie in allen Browsern abgemeldet.',
    emailChange: (from, to) =>
      html`Nach der Bestätigung melden Sie sich mit ${strong(to)} statt mit ${strong(from)} an.`,
    problems: {
      name: 'Geben Sie einen Namen mit höchstens 50 Zeichen ein.',
      invalid: 'Das Passwort muss 8 bis 256 druckbare Zeichen haben.',
      common: 'Dieses Passwort wird zu häufig verwendet. Wählen Sie ein anderes.',
      mismatch: 'Die Passwörter stimmen nicht überein.',
    },
  },
};
