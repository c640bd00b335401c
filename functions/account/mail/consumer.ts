import { mailServerContext } from '#functions/account/mail-delivery/mail-delivery.keys.ts';
import { defineConsumer } from '#shared/contract/function.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import type { Key } from '#shared/table/keys.ts';

export default defineConsumer({
  name: 'Mail',
  summary: 'Send a mail that a write requested',
  rule: {
    on: 'write',
    prefixes: [
      'EMAIL_LINK#',
      'TRUSTED_DEVICE#',
      'GRANT#',
      'CREDENTIALS',
      'ERASURE',
      'EXPORTS',
      'IMPORT#',
      'WEBHOOK#',
      'APPLICATION',
      'MAIL_TEST',
    ],
    member: 'mail.id',
    // Later writes keep the attribute. Credentials have a password hash, too, which no queue should
    // contain.
    toMessage: (
      { pk, sk, mail }: MailAttributes & Key,
      before?: Partial<MailAttributes>,
    ) => (mail.id === before?.mail?.id ? undefined : { pk, sk, mail }),
  },
  // No email link has this `id`, so the example sends nothing.
  example: {
    id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y',
    mail: {
      id: 'q2Jc0vXb9T1s',
      template: 'password_reset',
      to: 'ann@example.com',
      language: 'en',
    },
  },
  // The retries outlast an outage of an hour. A link that has expired meanwhile is not sent.
  retryInterval: 120,
  maxAge: 3600,
  stores: {
    table: ['get', 'put', 'update'],
    encryption: { decrypts: [mailServerContext] },
  },
  baseUrls: ['auth'],
  settings: ['mailFrom', 'service'],
  sendsMail: true,
  memory: 256,
  timeout: 20,
});
