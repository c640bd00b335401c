import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mailDeliveryKeys } from '#functions/account/mail-delivery/mail-delivery.keys.ts';
import { clientKeys } from '#functions/auth/client/client.keys.ts';
import { emailLinkKeys } from '#functions/auth/email-link/email-link.keys.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { chooseSettings, newUser } from '#kit/fixtures.ts';
import { listMail } from '#kit/inbox.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { listen } from '#lib/local/host/listen.ts';
import { handler } from './handler.ts';

/** The folder of all mail of this file. */
const mailFolder = createTemporaryFolder(afterAll);

let disposables: AsyncDisposableStack;

beforeEach(() => {
  disposables = new AsyncDisposableStack();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.stubEnv('AUTH_URL', 'https://auth.example');
  vi.stubEnv('MAIL_FROM', 'service@b.example');
  vi.stubEnv('MAIL_FOLDER', mailFolder);
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await disposables.disposeAsync();
});

/** Builds a message about a link, which needs the table, or about something that happened. */
const buildRecord = (template: 'sign_up' | 'password_changed', to: string) => ({
  messageId: template,
  body: JSON.stringify({
    ...emailLinkKeys.emailLink('ann', '1'),
    mail: { id: '1', template, to, language: 'en' },
  }),
});

const invoke = (Records: readonly { messageId: string; body: string }[]) =>
  handler({ Records } as Parameters<typeof handler>[0], {
    getRemainingTimeInMillis: () => 20_000,
  });

const listSent = (to: string) =>
  listMail({ drainQueues: async () => {}, mailFolder }, to);

it('sends mail in the language and the time zone that the person has chosen', async () => {
  const { user_id, email } = await newUser();
  await chooseSettings({ user_id }, { locale: 'de-AT', time_zone: 'Asia/Kolkata' });

  // The browser of the request preferred English.
  const mail = { id: '1', template: 'password_changed', to: email, language: 'en-US' };
  const record = { ...identityKeys.credentials(user_id), mail };
  await invoke([{ messageId: '1', body: JSON.stringify(record) }]);
  const [sent] = await listSent(email);
  expect(sent?.subject).toBe('Ihr Passwort wurde geändert');
  expect(sent?.text).toContain('(UTC+5:30)');
});

it('retries mail while the table is throttling', async () => {
  const server = await listen('127.0.0.1', 0, disposables);
  server.handleWith((_, response) => {
    const type = 'com.amazonaws.dynamodb.v20120810#ThrottlingException';
    response.writeHead(400, { 'Content-Type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify({ __type: type }));
  });
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', server.url);
  // The SDK waits for a random part of a second or two before it tries again.
  vi.spyOn(Math, 'random').mockReturnValue(0);

  const Records = [
    buildRecord('sign_up', 'ann@b.example'),
    buildRecord('password_changed', 'bob@b.example'),
  ];
  const result = await invoke(Records);
  const failures = Records.map(({ messageId }) => ({ itemIdentifier: messageId }));
  expect(result).toEqual({ batchItemFailures: failures });
  expect(await listSent('bob@b.example')).toEqual([]);
});

const ownerless = { template: 'application_without_owner', key: clientKeys.client('1') };
const overdue = { template: 'backup_overdue', key: mailDeliveryKeys.mailTest('1') };

it.each([
  { ...ownerless, contact_url: 'mailto:help@b.example', count: 1 },
  { ...ownerless, contact_url: 'https://b.example/contact', count: 0 },
  { ...overdue, contact_url: 'mailto:help@b.example', count: 1 },
  { ...overdue, contact_url: 'https://b.example/contact', count: 0 },
])(
  'sends $template to the contact $contact_url only if that is an address',
  async (given) => {
    const { template, key, contact_url, count } = given;
    vi.stubEnv('SERVICE_IDENTITY', JSON.stringify({ contact_url }));
    const about = `${template} ${contact_url}`;
    const mail = {
      id: '1',
      to: '',
      language: 'en',
      template,
      application: about,
      reference: about,
    };
    await invoke([{ messageId: '1', body: JSON.stringify({ ...key, mail }) }]);
    const sent = await listSent('help@b.example');
    expect(sent.filter(({ text }) => text.includes(about))).toHaveLength(count);
  },
);
