import { defineMails } from '#functions/auth/browser/page-urls.ts';

/** Mails with links that work once, and the one for an address that has an account already. */
export const emailLinkMails = defineMails({
  sign_up: {
    en: ({ atService }) => ({
      subject: 'Confirm your email address',
      before: `You are about to create an account ${atService}.`,
      link: 'Confirm your address and choose a password',
      after:
        'The link works once, for 24 hours. If you did not ask for an account, ignore this ' +
        'email: no account will be created.',
    }),
    de: ({ atService }) => ({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      before: `Sie sind dabei, ein Konto ${atService} anzulegen.`,
      link: 'Adresse bestätigen und Passwort wählen',
      after:
        'Der Link ist 24 Stunden gültig und funktioniert nur einmal. Wenn Sie kein Konto anlegen ' +
        'wollten, ignorieren Sie diese E-Mail: Es wird kein Konto angelegt.',
    }),
  },
  account_exists: {
    getPage: (pages) => pages.signIn({ continue: 'account' }),
    isToOtherPerson: true,
    en: {
      subject: 'You already have an account',
      before:
        'Somebody wanted to use this email address for an account, but there already is an ' +
        'account with this address.',
      link: 'Sign in',
      after:
        'On the sign-in page you can also choose a new password. If it was not you who entered ' +
        'this address, ignore this email: nothing was changed.',
    },
    de: {
      subject: 'Sie haben bereits ein Konto',
      before:
        'Jemand wollte diese E-Mail-Adresse für ein Konto verwenden. Es gibt aber bereits ein ' +
        'Konto mit dieser Adresse.',
      link: 'Anmelden',
      after:
        'Auf der Anmeldeseite können Sie auch ein neues Passwort wählen. Wenn nicht Sie diese ' +
        'Adresse angegeben haben, ignorieren Sie diese E-Mail: Es wurde nichts geändert.',
    },
  },
  invitation: {
    en: ({ atService }) => ({
      subject: `Your invitation: an account ${atService}`,
      before: `You are invited to create an account ${atService}.`,
      link: 'Create your account',
      after:
        'The link works once, for 7 days. If you do not want an account, ignore this email: ' +
        'no account will be created.',
    }),
    de: ({ atService }) => ({
      subject: `Ihre Einladung: ein Konto ${atService}`,
      before: `Sie sind eingeladen, ein Konto ${atService} anzulegen.`,
      link: 'Konto anlegen',
      after:
        'Der Link ist 7 Tage gültig und funktioniert nur einmal. Wenn Sie kein Konto möchten, ' +
        'ignorieren Sie diese E-Mail: Es wird kein Konto angelegt.',
    }),
  },
  password_reset: {
    en: {
      subject: 'Reset your password',
      before: 'Somebody asked to reset the password of your account.',
      link: 'Choose a new password',
      after:
        'The link works once, for 30 minutes. If it was not you, ignore this email: ' +
        'your password will stay as it is.',
    },
    de: {
      subject: 'Passwort zurücksetzen',
      before: 'Jemand möchte das Passwort Ihres Kontos zurücksetzen.',
      link: 'Neues Passwort wählen',
      after:
        'Der Link ist 30 Minuten gültig und funktioniert nur einmal. Wenn Sie das nicht waren, ' +
        'ignorieren Sie diese E-Mail: Ihr Passwort bleibt unverändert.',
    },
  },
  email_change: {
    en: {
      subject: 'Confirm your new email address',
      before: 'You asked to sign in with this email address from now on.',
      link: 'Confirm the new address',
      after:
        'The link works once, for 24 hours. If it was not you, ignore this email: ' +
        'nothing will change.',
    },
    de: {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      before: 'Sie möchten sich künftig mit dieser E-Mail-Adresse anmelden.',
      link: 'Neue Adresse bestätigen',
      after:
        'Der Link ist 24 Stunden gültig und funktioniert nur einmal. Wenn Sie das nicht waren, ' +
        'ignorieren Sie diese E-Mail: Es wird nichts geändert.',
    },
  },
  email_changed: {
    en: {
      subject: 'Your email address was changed',
      before:
        'The email address of your account was changed. This old address can no longer be used ' +
        'to sign in. If it was you, no action is needed. If it was not you, undo the change: ' +
        'your address and your password will be restored, the browser in which it was changed ' +
        'and all that signed in since will be signed out, and applications that were allowed ' +
        'since then will lose access.',
      link: 'Undo the change',
      after: 'The link works once, for 7 days.',
    },
    de: {
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      before:
        'Die E-Mail-Adresse Ihres Kontos wurde geändert. Mit dieser alten Adresse können Sie ' +
        'sich nicht mehr anmelden. Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, machen ' +
        'Sie die Änderung rückgängig: Ihre Adresse und Ihr Passwort werden wiederhergestellt, ' +
        'der Browser der Änderung und alle, die sich seitdem angemeldet haben, werden ' +
        'abgemeldet, und Anwendungen, die seitdem erlaubt wurden, verlieren den Zugriff.',
      link: 'Änderung rückgängig machen',
      after: 'Der Link ist 7 Tage gültig und funktioniert nur einmal.',
    },
  },
});
export type EmailLinkMail = keyof typeof emailLinkMails;
