import { defineMails } from '#functions/auth/browser/page-urls.ts';

/** Mails about a changed password or email, and about an account that is kept. */
export const identityMails = defineMails({
  password_changed: {
    getPage: (pages) => pages.sendLink('password_reset'),
    en: {
      subject: 'Your password was changed',
      before:
        'The password of your account was changed. All other browsers were signed out. If it was ' +
        'not you, choose a new password at once.',
      link: 'Choose a new password',
      after: 'If it was you, no action is needed.',
    },
    de: {
      subject: 'Ihr Passwort wurde geändert',
      before:
        'Das Passwort Ihres Kontos wurde geändert. Alle anderen Browser wurden abgemeldet. Wenn ' +
        'Sie das nicht waren, wählen Sie sofort ein neues Passwort.',
      link: 'Neues Passwort wählen',
      after: 'Wenn Sie das waren, müssen Sie nichts weiter tun.',
    },
  },
  password_was_reset: {
    getPage: (pages) => pages.sendLink('password_reset'),
    en: {
      subject: 'Your password was changed',
      before:
        'A new password was chosen with a link from an email. All browsers were signed out. If ' +
        'it was not you, choose a new password at once.',
      link: 'Choose a new password',
      after: 'If it was you, sign in with the new password.',
    },
    de: {
      subject: 'Ihr Passwort wurde geändert',
      before:
        'Mit einem Link aus einer E-Mail wurde ein neues Passwort gewählt. Alle Browser wurden ' +
        'abgemeldet. Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort.',
      link: 'Neues Passwort wählen',
      after: 'Wenn Sie das waren, melden Sie sich mit dem neuen Passwort an.',
    },
  },
  password_set_by_operator: {
    getPage: (pages) => pages.sendLink('password_reset'),
    en: {
      subject: 'Your password was changed',
      before:
        'The operator of the service set a new password for your account. All browsers were ' +
        'signed out, and applications no longer have access.',
      link: 'Choose a password of your own',
      after: 'If you did not ask for this, contact the operator.',
    },
    de: {
      subject: 'Ihr Passwort wurde geändert',
      before:
        'Der Betreiber des Dienstes hat ein neues Passwort für Ihr Konto festgelegt. Alle ' +
        'Browser wurden abgemeldet, und Anwendungen haben keinen Zugriff mehr.',
      link: 'Eigenes Passwort wählen',
      after: 'Wenn Sie nicht darum gebeten haben, wenden Sie sich an den Betreiber.',
    },
  },
  email_restored: {
    getPage: (pages) => pages.sendLink('password_reset'),
    en: {
      subject: 'Your email address was restored',
      before:
        'The change of your email address was undone. You sign in with this address and the ' +
        'password of before again. The browser in which it was changed and all that signed in ' +
        'since were signed out, and applications that were allowed since no longer have access. ' +
        'Whoever changed the address probably knows the password, so choose a new one at once.',
      link: 'Choose a new password',
      after:
        'Then see on the page “Applications with access” whether you know all of them.',
    },
    de: {
      subject: 'Ihre E-Mail-Adresse wurde wiederhergestellt',
      before:
        'Die Änderung Ihrer E-Mail-Adresse wurde rückgängig gemacht. Sie melden sich wieder mit ' +
        'dieser Adresse und dem früheren Passwort an. Der Browser der Änderung und alle, die ' +
        'sich seitdem angemeldet haben, wurden abgemeldet, und Anwendungen, die seitdem erlaubt ' +
        'wurden, haben keinen Zugriff mehr. Wer die Adresse geändert hat, kennt wahrscheinlich ' +
        'das Passwort: Wählen Sie sofort ein neues.',
      link: 'Neues Passwort wählen',
      after:
        'Sehen Sie dann auf der Seite „Anwendungen mit Zugriff“ nach, ob Sie alle kennen.',
    },
  },
  email_change_undone: {
    getPage: (pages) => pages.signIn({ continue: 'account' }),
    isToOtherPerson: true,
    en: {
      subject: 'The change to this email address was undone',
      before:
        'An account that was changed to this email address has its previous address again, by a ' +
        'link that was sent there. This address can no longer be used to sign in.',
      link: 'Sign in with the previous address',
      after:
        'If you changed the address yourself and did not undo it, somebody else reads the email ' +
        'of the previous address.',
    },
    de: {
      subject: 'Die Änderung auf diese E-Mail-Adresse wurde rückgängig gemacht',
      before:
        'Ein Konto, das auf diese E-Mail-Adresse geändert wurde, hat wieder seine frühere ' +
        'Adresse, durch einen Link, der dorthin gesendet wurde. Mit dieser Adresse kann man sich ' +
        'nicht mehr anmelden.',
      link: 'Mit der früheren Adresse anmelden',
      after:
        'Wenn Sie die Adresse selbst geändert und das nicht rückgängig gemacht haben, liest ' +
        'jemand anderes die E-Mails der früheren Adresse.',
    },
  },
  erasure_cancelled: {
    getPage: (pages) => pages.account('security'),
    en: {
      subject: 'Your account is kept',
      before:
        'You signed in or chose “Keep my account”, so the deletion was cancelled. Nothing was ' +
        'deleted.',
      link: 'See where you are signed in',
      after:
        'If it was not you, choose “Sign out all other browsers” on that page, and change your ' +
        'password.',
    },
    de: {
      subject: 'Ihr Konto bleibt erhalten',
      before:
        'Sie haben sich angemeldet oder „Konto behalten“ gewählt. Deshalb wurde die Löschung ' +
        'abgebrochen. Es wurde nichts gelöscht.',
      link: 'Angemeldete Browser ansehen',
      after:
        'Wenn Sie das nicht waren, wählen Sie auf dieser Seite „Alle anderen Browser abmelden“ ' +
        'und ändern Sie Ihr Passwort.',
    },
  },
  erasure_cancelled_by_operator: {
    getPage: (pages) => pages.signIn({ continue: 'account' }),
    en: {
      subject: 'Your account is kept',
      before:
        'The operator of the service cancelled the deletion of your account. Nothing was deleted.',
      after: 'If you have a question about it, contact the operator.',
    },
    de: {
      subject: 'Ihr Konto bleibt erhalten',
      before:
        'Der Betreiber des Dienstes hat die Löschung Ihres Kontos abgebrochen. Es wurde nichts ' +
        'gelöscht.',
      after: 'Wenn Sie eine Frage dazu haben, wenden Sie sich an den Betreiber.',
    },
  },
});
export type IdentityMail = keyof typeof identityMails;
