import { defineMails } from '#functions/auth/browser/page-urls.ts';
import { formatLongTime } from '#shared/pages/language.ts';

/** Mails about the deletion of an account. */
export const erasureMails = defineMails({
  erasure_scheduled: {
    getPage: (pages) => pages.signIn({ continue: 'account' }),
    en: ({ time = '', locale, time_zone, atService }) => ({
      subject: 'Your account will be deleted',
      before:
        `Your account ${atService} and all your data will be deleted on ` +
        `${formatLongTime(time, locale, time_zone)}. Until then, applications and imports ` +
        'keep working; what phones and apps send to inboxes is refused.',
      link: 'Sign in and keep my account',
      after:
        'Signing in cancels the deletion. If you did not ask for the deletion, sign in and ' +
        'change your password: somebody else knows it.',
    }),
    de: ({ time = '', locale, time_zone, atService }) => ({
      subject: 'Ihr Konto wird gelöscht',
      before:
        `Ihr Konto ${atService} und alle Ihre Daten werden am ` +
        `${formatLongTime(time, locale, time_zone)} gelöscht. Bis dahin funktionieren ` +
        'Anwendungen und Importe weiter; was Telefone und Apps an Posteingänge senden, wird ' +
        'abgelehnt.',
      link: 'Anmelden und Konto behalten',
      after:
        'Wenn Sie sich anmelden, wird die Löschung abgebrochen. Wenn Sie die Löschung nicht ' +
        'selbst gestartet haben, melden Sie sich an und ändern Sie Ihr Passwort: Jemand anderes ' +
        'kennt es.',
    }),
  },
  erasure_of_disabled_scheduled: {
    getPage: (pages) => pages.signIn({ continue: 'account' }),
    en: ({ time = '', locale, time_zone, atService }) => ({
      subject: 'Your account will be deleted',
      before:
        `Your account ${atService} is disabled. It and all your data will be deleted on ` +
        `${formatLongTime(time, locale, time_zone)}. You cannot sign in, and applications have ` +
        'no access.',
      after:
        'Only the operator can cancel the deletion. If you have a question about it, contact ' +
        'the operator.',
    }),
    de: ({ time = '', locale, time_zone, atService }) => ({
      subject: 'Ihr Konto wird gelöscht',
      before:
        `Ihr Konto ${atService} ist gesperrt. Es und alle Ihre Daten werden am ` +
        `${formatLongTime(time, locale, time_zone)} gelöscht. Sie können sich nicht anmelden, ` +
        'und Anwendungen haben keinen Zugriff.',
      after:
        'Nur der Betreiber kann die Löschung abbrechen. Wenn Sie eine Frage dazu haben, wenden ' +
        'Sie sich an den Betreiber.',
    }),
  },
  erasure_started: {
    getPage: (pages) => pages.signIn({ continue: 'account' }),
    en: ({ reference = '', atService }) => ({
      subject: 'Your account is being deleted',
      before:
        `Your account ${atService} and all your data are being deleted. This ` +
        'takes 10 to 20 minutes and cannot be undone. Backups keep copies for 35 days.',
      after:
        'This is the last email that we send to you. If you have a question about the deletion, ' +
        `give the operator this reference: ${reference}`,
    }),
    de: ({ reference = '', atService }) => ({
      subject: 'Ihr Konto wird jetzt gelöscht',
      before:
        `Ihr Konto ${atService} und alle Ihre Daten werden gerade gelöscht. Das ` +
        'dauert 10 bis 20 Minuten und lässt sich nicht rückgängig machen. Sicherungskopien ' +
        'enthalten die Daten noch 35 Tage lang.',
      after:
        'Dies ist die letzte E-Mail, die wir Ihnen senden. Wenn Sie eine Frage zur Löschung ' +
        `haben, nennen Sie dem Betreiber diese Kennung: ${reference}`,
    }),
  },
});
export type ErasureMail = keyof typeof erasureMails;
