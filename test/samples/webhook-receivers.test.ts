import type { RequestListener } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { compileFunction } from 'node:vm';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, it } from 'vitest';
import { type LoopbackServer, startLoopbackServer } from '#kit/loopback-server.ts';
import { createWebhookSecret } from '#shared/outgoing/sign-webhook.ts';
import { verifyWebhook } from '../../client/exports.ts';
import { listCodeBlocks } from './guide-samples.ts';

const servers: LoopbackServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

const secret = createWebhookSecret();
const challenge = { type: 'webhook.challenge', data: { challenge: 'x' } };

type Listener = (...args: Parameters<RequestListener>) => Promise<void>;

/**
 * Starts the receiver of the guide with these words, at a free port, and returns its URL. What would
 * end its process is a response of 500.
 */
async function startReceiver(words: string): Promise<string> {
  const [block = ''] = listCodeBlocks('webhooks', {}).filter((it) => it.includes(words));
  const createServer = (listener: Listener) => ({
    listen: () =>
      startLoopbackServer((request, response) => {
        listener(request, response).catch(() => response.writeHead(500).end());
      }),
  });
  const scope = {
    createServer,
    json,
    text,
    verifyWebhook,
    process: { env: { WEBHOOK_SECRET: secret } },
    console: { log: () => undefined },
  };
  const code = block.replaceAll(/^import .*;$/gm, '').replace(/^create/m, 'return $&');
  const start = compileFunction(code, Object.keys(scope));
  const server: LoopbackServer = await start(...Object.values(scope));
  servers.push(server);
  return server.url;
}

async function send(url: string, body: string, headers = {}) {
  const response = await fetch(url, { method: 'POST', body, headers });
  return { status: response.status, text: await response.text() };
}

it('the receiver that returns the challenge survives a request without JSON', async () => {
  const url = await startReceiver('webhook.challenge');
  expect((await fetch(url)).status).toBe(204);
  const { text } = await send(url, JSON.stringify(challenge));
  expect(JSON.parse(text)).toEqual(challenge.data);
});

it('the receiver that verifies takes what is signed and nothing else', async () => {
  const url = await startReceiver('verifyWebhook');
  const now = new Date();
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', now, '{}'),
  };
  expect((await send(url, '{}', headers)).status).toBe(204);
  expect((await send(url, '{"a":1}', headers)).status).toBe(400);
});
