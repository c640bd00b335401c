import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LocalServer, listen } from '#lib/local/host/listen.ts';
import { createSesMail } from './ses.ts';

const mail = {
  id: 'q2Jc0vXb9T1s',
  user_id: 'ann',
  template: 'sign_up',
  to: 'ann@example.com',
  subject: 'Grüße',
  text: 'Open the link.',
  html: '<p>Open the link.</p>',
};

let disposables: AsyncDisposableStack;
let server: LocalServer;

beforeEach(async () => {
  disposables = new AsyncDisposableStack();
  server = await listen('127.0.0.1', 0, disposables);
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', server.url);
  vi.stubEnv('MAIL_REGION', 'eu-west-1');
  vi.stubEnv('MAIL_CONFIGURATION_SET', 'Fitness');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await disposables.disposeAsync();
});

/** Sends the mail to a stand-in for SES that responds with an error. */
function sendWithError(type: string) {
  server.handleWith((_, response) => {
    response.writeHead(400, { 'x-amzn-ErrorType': type });
    response.end(JSON.stringify({ message: type }));
  });
  return createSesMail('service@example.com')(mail);
}

it('sends a mail with its text and its HTML to one recipient', async () => {
  const requests: unknown[] = [];
  server.handleWith(async (message, response) => {
    const { authorization } = message.headers;
    requests.push({ url: message.url, authorization, body: await json(message) });
    response.end('{"MessageId":"1"}');
  });
  const result = await createSesMail('service@example.com')(mail);
  expect(result).toEqual({ outcome: 'sent', via: 'Amazon SES', answer: '1' });

  const toContent = (Data: string) => ({ Data, Charset: 'UTF-8' });
  const Headers = [{ Name: 'Auto-Submitted', Value: 'auto-generated' }];
  const Body = { Text: toContent(mail.text), Html: toContent(mail.html) };
  expect(requests).toEqual([
    {
      url: '/v2/email/outbound-emails',
      authorization: expect.stringContaining('/eu-west-1/ses/'),
      body: {
        FromEmailAddress: 'service@example.com',
        Destination: { ToAddresses: ['ann@example.com'] },
        Content: { Simple: { Subject: toContent('Grüße'), Body, Headers } },
        ConfigurationSetName: 'Fitness',
      },
    },
  ]);
});

it('rejects a mail that no later attempt can deliver', async () => {
  const receipt = await sendWithError('BadRequestException');
  expect(receipt).toMatchObject({ outcome: 'rejected' });
});

it.each(['MessageRejected', 'NotFoundException'])(
  'throws if a later attempt may succeed: %s, e.g. until the sender is verified',
  async (type) => {
    await expect(sendWithError(type)).rejects.toThrow(type);
  },
);
