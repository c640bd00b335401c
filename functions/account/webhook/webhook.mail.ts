import { defineMails } from '#functions/auth/browser/page-urls.ts';

/** Mails to the developers of an application about its webhooks. */
export const webhookMails = defineMails({
  webhook_failing: {
    getPage: (pages) => pages.signIn({ continue: 'account' }),
    isToOtherPerson: true,
    en: ({ application = '', reference = '', atService }) => ({
      subject: 'Webhook disabled: it has failed for five days',
      before:
        `The application “${application}” ${atService} has a webhook whose receiver has accepted ` +
        `nothing for five days: ${reference}. It is disabled, and nothing more is sent to it.`,
      after:
        'Mend the receiver, then enable the webhook with the API. The events since the first ' +
        'failure are then sent, at most those of the last 30 days.',
    }),
    de: ({ application = '', reference = '', atService }) => ({
      subject: 'Webhook abgeschaltet: seit fünf Tagen nicht erreichbar',
      before:
        `Die Anwendung „${application}“ hat ${atService} einen Webhook, dessen Empfänger seit ` +
        `fünf Tagen nichts angenommen hat: ${reference}. Er ist abgeschaltet, und es wird nichts ` +
        'mehr dorthin gesendet.',
      after:
        'Beheben Sie den Fehler des Empfängers und schalten Sie den Webhook über die API wieder ' +
        'ein. Dann werden die Ereignisse seit dem ersten Fehler gesendet, höchstens die der ' +
        'letzten 30 Tage.',
    }),
  },
  webhook_gone: {
    getPage: (pages) => pages.signIn({ continue: 'account' }),
    isToOtherPerson: true,
    en: ({ application = '', reference = '', atService }) => ({
      subject: 'Webhook disabled: its receiver is gone',
      before:
        `The application “${application}” ${atService} has a webhook whose receiver has answered ` +
        `that it is gone (status 410): ${reference}. It is disabled, and nothing more is sent to ` +
        'it.',
      after:
        'If this is as intended, delete the webhook with the API. If not, enable it: the events ' +
        'since then are sent, at most those of the last 30 days.',
    }),
    de: ({ application = '', reference = '', atService }) => ({
      subject: 'Webhook abgeschaltet: der Empfänger ist weg',
      before:
        `Die Anwendung „${application}“ hat ${atService} einen Webhook, dessen Empfänger ` +
        `geantwortet hat, dass es ihn nicht mehr gibt (Status 410): ${reference}. Er ist ` +
        'abgeschaltet, und es wird nichts mehr dorthin gesendet.',
      after:
        'Wenn das so gewollt ist, löschen Sie den Webhook über die API. Wenn nicht, schalten Sie ' +
        'ihn wieder ein: Dann werden die Ereignisse seitdem gesendet, höchstens die der letzten ' +
        '30 Tage.',
    }),
  },
});
export type WebhookMail = keyof typeof webhookMails;
