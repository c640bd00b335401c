import { once } from 'node:events';
import { type ClientRequest, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { gracePeriodMs, listen } from './listen.ts';

/** Starts a server whose responses the test sends, and sends it a request. */
async function startWithRequest() {
  const disposables = new AsyncDisposableStack();
  onTestFinished(() => disposables.disposeAsync());
  const server = await listen('127.0.0.1', 0, disposables);
  const arrived = Promise.withResolvers<ServerResponse>();
  server.handleWith((_, response) => arrived.resolve(response));

  const sent: ClientRequest = request(server.url, {
    headers: { Connection: 'keep-alive' },
  });
  sent.end();
  return { server, sent, response: await arrived.promise };
}

it('a closing server rejects new requests, and waits for the request in flight', async () => {
  const { server, sent, response } = await startWithRequest();
  let isClosed = false;
  const closed = server.close().then(() => {
    isClosed = true;
  });
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  expect(isClosed).toBe(false);

  response.end('finished');
  const [received] = await once(sent, 'response');
  expect(received.headers.connection).toBe('close');
  expect(await text(received)).toBe('finished');
  await closed;
});

it('a closing server does not wait for a connection that is kept open without a request', async () => {
  const { server, sent, response } = await startWithRequest();
  response.write('started');
  const [received] = await once(sent, 'response');
  expect(received.headers.connection).toBe('keep-alive');

  const closed = server.close();
  response.end();
  await text(received);
  await closed;
});

it('a closing server ends a request that takes longer than the grace period', async () => {
  const { server, sent } = await startWithRequest();
  const failed = once(sent, 'error');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const closed = server.close();
  vi.advanceTimersByTime(gracePeriodMs);
  await closed;
  expect(await failed).toMatchObject([{ code: 'ECONNRESET' }]);
});

it('a request to which a server cannot respond ends its connection, and no other', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const disposables = new AsyncDisposableStack();
  onTestFinished(() => disposables.disposeAsync());
  const server = await listen('127.0.0.1', 0, disposables);
  server.handleWith(({ url = '' }, response) => {
    if (url === '/reject') return Promise.reject(new Error('cannot respond later'));
    if (url === '/throw') throw new Error('cannot respond');
    response.end('fine');
  });
  await expect(fetch(`${server.url}/throw`)).rejects.toThrow('fetch failed');
  await expect(fetch(`${server.url}/reject`)).rejects.toThrow('fetch failed');
  expect(await (await fetch(server.url)).text()).toBe('fine');
  const messages = warn.mock.calls.map(([warning]) => String(warning));
  expect(messages).toEqual(['Error: cannot respond', 'Error: cannot respond later']);
});
