import { defineMails } from '#functions/auth/browser/page-urls.ts';
import { describePermissions } from '#functions/auth/consent/consent.mail.ts';
import { formatLongTime } from '#shared/pages/language.ts';

/** The mail about a new personal access token. */
export const personalTokenMails = defineMails({
  personal_token_created: {
    getPage: (pages) => pages.account('tokens'),
    en: ({ application = '', scope = '', time = '', locale, time_zone }) => ({
      subject: 'A new access token can use your data',
      before:
        `An access token with the name “${application}” was created in your account. Whoever has ` +
        `it can: ${describePermissions(scope, 'en')}. It works until ` +
        `${formatLongTime(time, locale, time_zone)}.`,
      link: 'See all access tokens',
      after:
        'If it was not you, revoke the token on that page, sign out all other browsers, and ' +
        'change your password: somebody else knows it.',
    }),
    de: ({ application = '', scope = '', time = '', locale, time_zone }) => ({
      subject: 'Ein neues Zugriffstoken kann Ihre Daten verwenden',
      before:
        `In Ihrem Konto wurde ein Zugriffstoken mit dem Namen „${application}“ erstellt. Wer es ` +
        `hat, kann: ${describePermissions(scope, 'de')}. Es gilt bis ` +
        `${formatLongTime(time, locale, time_zone)}.`,
      link: 'Alle Zugriffstoken ansehen',
      after:
        'Wenn Sie das nicht waren, widerrufen Sie das Token auf dieser Seite, melden Sie alle ' +
        'anderen Browser ab und ändern Sie Ihr Passwort: Jemand anderes kennt es.',
    }),
  },
});
export type PersonalTokenMail = keyof typeof personalTokenMails;
