import { defineMails } from '#functions/auth/browser/page-urls.ts';

/** Mails about applications that people have registered, to their owners and to the operator. */
export const clientMails = defineMails({
  application_pending: {
    getPage: (pages) => pages.account('account'),
    isToOperator: true,
    en: ({ application = '', reference = '', atService }) => ({
      subject: 'An application waits for your approval',
      before:
        `A person has registered the application “${application}” ${atService}. Its client id ` +
        `is ${reference}. At most ten people can use it until you approve it.`,
      after: `Decide with “application approve ${reference}” or “application reject ${reference}”.`,
    }),
    de: ({ application = '', reference = '', atService }) => ({
      subject: 'Eine Anwendung wartet auf Ihre Freigabe',
      before:
        `Eine Person hat ${atService} die Anwendung „${application}“ registriert. Ihre ` +
        `Client-ID ist ${reference}. Höchstens zehn Personen können sie verwenden, bis Sie sie ` +
        'freigeben.',
      after:
        `Entscheiden Sie mit „application approve ${reference}“ oder ` +
        `„application reject ${reference}“.`,
    }),
  },
  application_change_pending: {
    getPage: (pages) => pages.account('account'),
    isToOperator: true,
    en: ({ application = '', reference = '', atService }) => ({
      subject: 'A change of an application waits for your approval',
      before:
        `The owner of the application “${application}” ${atService} wants to change its name, ` +
        `its addresses or its logo. Its client id is ${reference}. Until you approve the change, ` +
        'everything is as before.',
      after:
        `“application show ${reference}” has the new values. Decide with “application approve ` +
        `${reference}” or “application reject ${reference}”.`,
    }),
    de: ({ application = '', reference = '', atService }) => ({
      subject: 'Die Änderung einer Anwendung wartet auf Ihre Freigabe',
      before:
        `Die Person, der ${atService} die Anwendung „${application}“ gehört, möchte ihren Namen, ` +
        `ihre Adressen oder ihr Logo ändern. Ihre Client-ID ist ${reference}. Bis Sie das ` +
        'freigeben, bleibt alles, wie es ist.',
      after:
        `„application show ${reference}“ zeigt die neuen Werte. Entscheiden Sie mit „application ` +
        `approve ${reference}“ oder „application reject ${reference}“.`,
    }),
  },
  application_change_approved: {
    getPage: (pages) => pages.account('portal'),
    isToOtherPerson: true,
    en: ({ application = '', atService }) => ({
      subject: 'The change of your application is approved',
      before:
        `The operator has approved the change of your application “${application}” ` +
        `${atService}.`,
      link: 'See your applications',
      after: 'People see it from now on.',
    }),
    de: ({ application = '', atService }) => ({
      subject: 'Die Änderung Ihrer Anwendung ist freigegeben',
      before:
        `Der Betreiber hat die Änderung Ihrer Anwendung „${application}“ ${atService} ` +
        'freigegeben.',
      link: 'Ihre Anwendungen ansehen',
      after: 'Personen sehen sie ab jetzt.',
    }),
  },
  application_change_rejected: {
    getPage: (pages) => pages.account('portal'),
    isToOtherPerson: true,
    en: ({ application = '', atService }) => ({
      subject: 'The change of your application is not approved',
      before:
        `The operator has not approved the change of your application “${application}” ` +
        `${atService}.`,
      link: 'See your applications',
      after: 'It works as before, for everybody.',
    }),
    de: ({ application = '', atService }) => ({
      subject: 'Die Änderung Ihrer Anwendung ist nicht freigegeben',
      before:
        `Der Betreiber hat die Änderung Ihrer Anwendung „${application}“ ${atService} nicht ` +
        'freigegeben.',
      link: 'Ihre Anwendungen ansehen',
      after: 'Sie funktioniert wie bisher, für alle.',
    }),
  },
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
      subject: 'Your application is approved',
      before: `The operator has approved your application “${application}” ${atService}.`,
      link: 'See your applications',
      after: 'Any number of people can use it now.',
    }),
    de: ({ application = '', atService }) => ({
      subject: 'Ihre Anwendung ist freigegeben',
      before: `Der Betreiber hat ${atService} Ihre Anwendung „${application}“ freigegeben.`,
      link: 'Ihre Anwendungen ansehen',
      after: 'Beliebig viele Personen können sie jetzt verwenden.',
    }),
  },
  application_rejected: {
    getPage: (pages) => pages.account('portal'),
    isToOtherPerson: true,
    en: ({ application = '', atService }) => ({
      subject: 'Your application is not approved',
      before: `The operator has not approved your application “${application}” ${atService}.`,
      link: 'See your applications',
      after: 'It works as before, for at most ten people.',
    }),
    de: ({ application = '', atService }) => ({
      subject: 'Ihre Anwendung ist nicht freigegeben',
      before: `Der Betreiber hat ${atService} Ihre Anwendung „${application}“ nicht freigegeben.`,
      link: 'Ihre Anwendungen ansehen',
      after: 'Sie funktioniert wie bisher, für höchstens zehn Personen.',
    }),
  },
});
export type ClientMail = keyof typeof clientMails;
