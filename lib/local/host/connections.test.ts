import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listen } from './listen.ts';
import { toMaxDuration } from './slow-bodies.ts';

/** Starts a server, and opens a connection to it. */
async function startWithConnection() {
  const disposables = new AsyncDisposableStack();
  onTestFinished(() => disposables.disposeAsync());
  const server = await listen('127.0.0.1', 0, disposables);
  const connection = connect(Number(new URL(server.url).port), '127.0.0.1');
  onTestFinished(() => void connection.destroy());
  await once(connection, 'connect');
  return { server, connection };
}

/** Fakes the clock of a server that starts now. */
function fakeTime(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Starts a request whose body never ends, and returns functions that send and wait. */
async function startBody(headers: string) {
  fakeTime();
  const { server, connection } = await startWithConnection();
  const arrived = Promise.withResolvers<Socket>();
  server.handleWith(
    (request) => {
      request.resume();
      arrived.resolve(request.socket);
    },
    ({ code = '' }, socket) => socket.end(`HTTP/1.1 408 ${code}\r\n\r\n`),
  );
  connection.write(`POST / HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n`);
  const socket = await arrived.promise;
  const ended = text(connection);
  return {
    ended,
    isOpen: () => !socket.destroyed && socket.writable,
    /** Sends a byte of the body, and waits until the server has it. */
    send: async (byte: string) => {
      const before = socket.bytesRead;
      connection.write(byte);
      while (socket.bytesRead === before) await new Promise(setImmediate);
    },
  };
}

const timedOut = 'HTTP/1.1 408 ERR_HTTP_REQUEST_TIMEOUT\r\n\r\n';

it('a body of which nothing arrives for 30 seconds is ended with 408', async () => {
  const body = await startBody('Content-Length: 100');
  vi.advanceTimersByTime(20_000);
  await body.send('x');
  vi.advanceTimersByTime(30_000);
  expect(body.isOpen()).toBe(true);
  vi.advanceTimersByTime(10_000);
  expect(await body.ended).toBe(timedOut);
});

it('a body that arrives slowly is ended after a time by its size', async () => {
  const megabytes = 2;
  const body = await startBody(`Content-Length: ${megabytes * 1024 ** 2}`);
  const maxMs = toMaxDuration(megabytes * 1024 ** 2);
  expect(maxMs).toBe(188_000);
  for (let ms = 0; ms + 20_000 <= maxMs; ms += 20_000) {
    await body.send('x');
    vi.advanceTimersByTime(20_000);
    expect(body.isOpen()).toBe(true);
  }
  await body.send('x');
  vi.advanceTimersByTime(20_000);
  expect(await body.ended).toBe(timedOut);
});

it('the requests of a connection are responded to one after the other', async () => {
  const { server, connection } = await startWithConnection();
  const pending: { url: string; response: ServerResponse }[] = [];
  let arrived = Promise.withResolvers<void>();
  server.handleWith(({ url = '' }, response) => {
    pending.push({ url, response });
    arrived.resolve();
  });
  const urls = ['/1', '/2', '/3'];
  const received = text(connection);
  connection.end(urls.map((url) => `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  for (const [index, url] of urls.entries()) {
    await arrived.promise;
    arrived = Promise.withResolvers();
    expect(pending.map((request) => request.url)).toEqual(urls.slice(0, index + 1));
    pending.at(-1)?.response.end(`<${url}>`);
  }
  expect((await received).match(/<.*?>/g)).toEqual(['</1>', '</2>', '</3>']);
});

it('a connection that sends hundreds of requests at once is ended', async () => {
  const { server, connection } = await startWithConnection();
  let count = 0;
  server.handleWith(() => {
    count += 1;
  });
  const closed = Promise.withResolvers<boolean>();
  connection.on('error', () => undefined);
  connection.on('close', closed.resolve);
  connection.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200));
  await closed.promise;
  expect(count).toBe(1);
});
