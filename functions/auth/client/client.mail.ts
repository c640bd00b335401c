import { defineMails } from '#functions/auth/browser/page-urls.ts';

/** Mails about applications that people have registered, to their owners and to the operator. */
export const clientMails = defineMails({
  application_without_owner: {
    getPage: (pages) => pages.account('account'),
    isToOperator: true,
    en: ({ application = '', reference = '', atService }) => ({
      subject: 'An application is disabled: its owner has left',
      before:
        `The account of the owner of the application “${application}” ${atService} is deleted, ` +
        `so the application is disabled. Its client id is ${reference}.`,
      after: `“application enable ${reference}” lets it work again, without an owner.`,
    }),
    de: ({ application = '', reference = '', atService }) => ({
      subject: 'Eine Anwendung ist gesperrt: Ihr Konto wurde gelöscht',
      before:
        `Das Konto, dem ${atService} die Anwendung „${application}“ gehört, wird gelöscht. ` +
        `Deshalb ist sie gesperrt. Ihre Client-ID ist ${reference}.`,
      after: `Mit „application enable ${reference}“ funktioniert sie wieder, ohne Besitzer.`,
    }),
  },
  application_approved: {
    getPage: (pages) => pages.account('portal'),
    isToOtherPerson: true,
    en: ({ application = '', atService }) => ({
      subject: 'Your application is enabled',
      before: `The operator has enabled your application “${application}” ${atService}.`,
      link: 'See your applications',
      after: 'Any number of people can use it now, and its tokens work again.',
    }),
    de: ({ application = '', atService }) => ({
      subject: 'Ihre Anwendung ist freigeschaltet',
      before: `Der Betreiber hat ${atService} Ihre Anwendung „${application}“ freigeschaltet.`,
      link: 'Ihre Anwendungen ansehen',
      after:
        'Beliebig viele Personen können sie jetzt verwenden, und ihre Tokens gelten wieder.',
    }),
  },
});
export type ClientMail = keyof typeof clientMails;
