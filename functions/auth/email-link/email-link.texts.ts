import { html, strong } from '#shared/html/html.ts';

const en = {
  send: {
    sign_up: {
      title: 'Create an account',
      intro: 'We will send you a link to create your account.',
      submit: 'Send link',
    },
    password_reset: {
      title: 'Forgot your password?',
      intro: 'We will send you a link to choose a new password.',
      submit: 'Send link',
    },
    email: 'Email',
    invalidEmail: 'Enter an email address such as ann@example.com.',
    tooManyRequests: (wait: string) => `Too many requests. Try again in ${wait}.`,
    sentTitle: 'Check your inbox',
    /** These texts are the same for every address, so nobody learns who has an account. */
    sent: {
      sign_up:
        'If the address can receive email, our email arrives within a few minutes. ' +
        'Open the link in the email to continue.',
      password_reset:
        'If the address has an account, an email arrives within a few minutes. ' +
        'Open the link in the email within 30 minutes.',
    },
    notReceived: (email: string) =>
      html`No email? Check your spam folder, or check the address ${strong(email)} and try again.`,
    again: 'Try again',
    signIn: 'Sign in',
  },

  open: {
    sign_up: {
      title: 'Create your account',
      submit: 'Create account',
    },
    invitation: {
      title: 'Create your account',
      submit: 'Create account',
    },
    password_reset: {
      title: 'Choose a new password',
      submit: 'Change password',
    },
    email_change: {
      title: 'Confirm your new email address',
      submit: 'Confirm',
    },
    email_undo: {
      title: 'Undo the change of your email address',
      submit: 'Undo the change',
    },
    email: 'Email',
    name: 'Name',
    nameHint: 'Applications with access to your profile see this name.',
    password: 'Password',
    passwordHint: 'At least 8 characters. A few random words work well.',
    newPassword: 'New password',
    confirm: 'Confirm password',
    revokeApplications: 'Also revoke access for all applications and scripts',
    signsOut: 'A new password signs you out in all browsers.',
    emailChange: (from: string, to: string) =>
      html`After you confirm, you sign in with ${strong(to)} instead of ${strong(from)}.`,
    emailUndo: (email: string, time: string) =>
      html`You will sign in with ${strong(email)} and your password of before the change again.
The browser in which it was changed and all that signed in since ${time} will be signed out, and
applications that were allowed since then will lose access.`,
    problems: {
      name:
        'Enter a name of at most 50 characters, without characters that are invisible or change ' +
        'the direction of text.',
      invalid: 'The password must have 8 to 256 printable characters.',
      common: 'This password is too common. Choose a different one.',
      mismatch: 'The passwords do not match.',
    },
  },
};

const de: typeof en = {
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

/** The texts of the pages that send and open the links in mails. */
export const emailLinkTexts = { en, de };
export type EmailLinkTexts = typeof en;
