import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import {
  findReceiverFault,
  type ReceiverRoute,
  sendToReceiver,
} from './send-to-receiver.ts';

const disposables: AsyncDisposableStack[] = [];
afterEach(() => disposables.pop()?.disposeAsync());

/** Starts a receiver, closes it when the test ends, and returns its port. */
async function startReceiver(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stack = new AsyncDisposableStack();
  disposables.push(stack);
  stack.defer(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

const request = { headers: { 'webhook-id': 'evt_1' }, body: '{"type":"a.b"}' };
const local: ReceiverRoute = { gateway: 'off', mainUrl: 'http://127.0.0.1:3000' };
const cloud: ReceiverRoute = {
  gateway: 'direct',
  mainUrl: 'https://api.example.com',
  resolve: async () => ['127.0.0.1'],
};

it('posts the body and the headers to a receiver on loopback', async () => {
  const seen: unknown[] = [];
  const port = await startReceiver(async (incoming, response) => {
    const { method, url, headers } = incoming;
    const { 'content-type': type, 'webhook-id': id } = headers;
    seen.push({ method, url, type, id, body: await text(incoming) });
    response.end('{"ok":true}');
  });
  const outcome = await sendToReceiver(`http://localhost:${port}/hook`, request, local);
  expect(outcome.ok && outcome.value.text).toBe('{"ok":true}');
  expect(seen).toEqual([
    {
      method: 'POST',
      url: '/hook',
      type: 'application/json',
      id: 'evt_1',
      body: request.body,
    },
  ]);
});

it('refuses a name with a private address', async () => {
  const outcome = await sendToReceiver('https://a.example/', request, cloud);
  expect(outcome).toEqual({ ok: false, error: { kind: 'forbidden' } });
});

it('refuses http at a public name', () => {
  expect(findReceiverFault('http://a.example/', cloud.mainUrl)).toBe('must use https');
});
