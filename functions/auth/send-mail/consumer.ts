import { defineConsumer } from '#shared/contract/consumer.ts';

export default defineConsumer({
  summary: 'Send a mail that a write requested',
  onWrite: {
    prefixes: ['EMAIL_LINK#', 'TRUSTED_DEVICE#', 'CREDENTIALS', 'ERASURE', 'EXPORTS'],
    member: 'mail.id',
    // Credentials have a password hash, which no queue should contain.
    attributes: ['mail', 'write_id'],
  },
  // In the example, a later write has changed the `write_id`, so nothing is sent.
  example: {
    id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y',
    mail: {
      id: 'q2Jc0vXb9T1s',
      template: 'password_changed',
      to: 'ann@example.com',
      language: 'en',
    },
    write_id: 'Zs81kd9Qp3Wm',
  },
  // The retries outlast an outage of an hour. A link that has expired meanwhile is not sent.
  retryInterval: 120,
  maxAge: 3600,
  stores: { table: ['update'] },
  baseUrls: ['auth'],
  settings: ['mailFrom'],
  sendsMail: true,
  memory: 256,
  timeout: 20,
});
