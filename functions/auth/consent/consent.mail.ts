import { defineMails } from '#functions/auth/browser/page-urls.ts';
import type { Language } from '#shared/pages/language.ts';
import { consentTexts } from './consent.texts.ts';
import { isSignInOnly, listPermissions } from './permissions.ts';

/** Describes what a scope permits as the consent page does: `See your diary; Upload photos`. */
export function describePermissions(scope: string, language: Language): string {
  const { granted } = listPermissions(scope);
  return granted.map((name) => consentTexts[language].granted[name]).join('; ');
}

/** The mail about an application that a person has allowed for the first time. */
export const consentMails = defineMails({
  application_allowed: {
    getPage: (pages) => pages.account('applications'),
    en: ({ application = '', scope = '' }) => ({
      subject: isSignInOnly(scope)
        ? 'A new application signs you in with your account'
        : 'A new application can use your data',
      before:
        (isSignInOnly(scope)
          ? `${application} was allowed to sign you in. It gets no access to your fitness data. `
          : `${application} was allowed to use your data. `) +
        `It can: ${describePermissions(scope, 'en')}.`,
      link: 'See all applications with access',
      after:
        'If it was not you, revoke the access on that page, sign out all other browsers, and ' +
        'change your password.',
    }),
    de: ({ application = '', scope = '' }) => ({
      subject: isSignInOnly(scope)
        ? 'Eine neue Anwendung meldet Sie mit Ihrem Konto an'
        : 'Eine neue Anwendung kann Ihre Daten verwenden',
      before:
        (isSignInOnly(scope)
          ? `${application} darf Sie anmelden und erhält keinen Zugriff auf Ihre Fitnessdaten. `
          : `${application} darf Ihre Daten verwenden. `) +
        `Die Anwendung kann: ${describePermissions(scope, 'de')}.`,
      link: 'Alle Anwendungen mit Zugriff ansehen',
      after:
        'Wenn Sie das nicht waren, widerrufen Sie den Zugriff auf dieser Seite, melden Sie alle ' +
        'anderen Browser ab und ändern Sie Ihr Passwort.',
    }),
  },
});
export type ConsentMail = keyof typeof consentMails;
