import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emailLinkKeys } from '#functions/auth/email-link/email-link.keys.ts';
import { listMail } from '#kit/inbox.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { listen } from '#lib/local/host/listen.ts';
import { handler } from './handler.ts';

let disposables: AsyncDisposableStack;

beforeEach(() => {
  disposables = new AsyncDisposableStack();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
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

it('sends other mail while the table is throttling, and retries what needs it', async () => {
  const server = await listen('127.0.0.1', 0, disposables);
  server.handleWith((_, response) => {
    const type = 'com.amazonaws.dynamodb.v20120810#ThrottlingException';
    response.writeHead(400, { 'Content-Type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify({ __type: type }));
  });
  const mailFolder = createTemporaryFolder();
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', server.url);
  vi.stubEnv('AUTH_URL', 'https://auth.example');
  vi.stubEnv('MAIL_FROM', 'service@b.example');
  vi.stubEnv('MAIL_FOLDER', mailFolder);
  // The SDK waits for a random part of a second or two before it tries again.
  vi.spyOn(Math, 'random').mockReturnValue(0);

  const Records = [
    buildRecord('sign_up', 'ann@b.example'),
    buildRecord('password_changed', 'bob@b.example'),
  ];
  const result = await handler({ Records } as Parameters<typeof handler>[0], {
    getRemainingTimeInMillis: () => 20_000,
  });
  expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: 'sign_up' }] });
  const service = { drainQueues: async () => {}, mailFolder };
  expect(await listMail(service, 'bob@b.example')).toHaveLength(1);
});
