import { defineMails } from '#functions/auth/browser/page-urls.ts';

/** The mail with which an operator tests the way of mail. */
export const testMails = defineMails({
  mail_test: {
    getPage: (pages) => pages.signIn({ continue: 'account' }),
    en: {
      subject: 'Test of mail',
      before:
        'The operator of this service has sent this mail to see whether mail arrives.',
      after: 'You need not do anything.',
    },
    de: {
      subject: 'Probe der Zustellung',
      before:
        'Der Betreiber dieses Dienstes hat diese E-Mail gesendet, um zu sehen, ' +
        'ob E-Mails ankommen.',
      after: 'Sie müssen nichts tun.',
    },
  },
});

export type TestMail = keyof typeof testMails;
