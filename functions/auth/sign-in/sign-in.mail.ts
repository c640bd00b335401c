import { defineMails } from '#functions/auth/browser/page-urls.ts';

/** The mail about a sign-in with a new browser. */
export const signInMails = defineMails({
  new_browser: {
    getPage: (pages) => pages.account('security'),
    en: {
      subject: 'New sign-in to your account',
      before: 'Somebody signed in to your account with a new browser.',
      link: 'See where you are signed in',
      after:
        'If it was not you, choose “Sign out all other browsers” on that page, and change your ' +
        'password.',
    },
    de: {
      subject: 'Neue Anmeldung in Ihrem Konto',
      before: 'Jemand hat sich mit einem neuen Browser in Ihrem Konto angemeldet.',
      link: 'Angemeldete Browser ansehen',
      after:
        'Wenn Sie das nicht waren, wählen Sie auf dieser Seite „Alle anderen Browser abmelden“ ' +
        'und ändern Sie Ihr Passwort.',
    },
  },
});
export type SignInMail = keyof typeof signInMails;
