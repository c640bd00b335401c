import { once } from 'node:events';
import type { Socket } from 'node:net';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startLoopbackServer } from '#kit/loopback-server.ts';
import { createRequestHandler } from './store-request.ts';

const timeoutMs = 1000;
const item = '{"Item":{"pk":{"S":"ü"}}}';

function formatResponse(body: string, status = '200 OK'): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return `HTTP/1.1 ${status}\r\nX-Amzn-RequestId: id\r\n${length}\r\n\r\n${body}`;
}

/** What a store does with its nth request. */
type Behavior = (socket: Socket, index: number) => void;

const respond: Behavior = (socket) => void socket.write(formatResponse(item));
/** Sends the head of a response and a part of its body. */
const respondHalf: Behavior = (socket) =>
  void socket.write(formatResponse(item).slice(0, -5));
const reset: Behavior = (socket) => void socket.resetAndDestroy();
const silent: Behavior = () => undefined;

/** Starts a store that behaves so, and keeps what it was sent. */
async function startStore(behave: Behavior) {
  const { server, port, url, close } = await startLoopbackServer();
  const sent: string[] = [];
  const sockets = new Set<Socket>();
  const received = new EventTarget();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      behave(socket, sent.push(String(data)) - 1);
      received.dispatchEvent(new Event('request'));
    });
  });
  const request = {
    protocol: 'http:',
    hostname: '127.0.0.1',
    port,
    method: 'POST',
    path: '/',
    headers: { 'x-amz-target': 'GetItem', 'content-length': '2' },
    body: '{}',
  };
  const [credentials, region] = [{ accessKeyId: 'id', secretAccessKey: 'secret' }, 'a'];
  const { handle } = createRequestHandler(timeoutMs);
  const client = new DynamoDBClient({
    endpoint: url,
    region,
    credentials,
    requestHandler: { handle },
  });
  return {
    sent,
    sockets,
    handle: (options = {}) => handle(request, options),
    read: () =>
      client.send(new GetItemCommand({ TableName: 'T', Key: { pk: { S: 'a' } } })),
    isRequested: () => once(received, 'request'),
    [Symbol.asyncDispose]: close,
  };
}

afterEach(() => void vi.useRealTimers());

describe('a request to a store', () => {
  it('has the method, the headers and the body that the SDK wants', async () => {
    await using store = await startStore(respond);
    await store.handle();
    expect(store.sent[0]).toMatch(/^POST \/ HTTP\/1.1\r\n(.|\r\n)*\r\n\r\n\{\}$/);
    expect(store.sent[0]).toContain('x-amz-target: GetItem\r\n');
  });

  it('returns the status, the headers and the whole body of the response', async () => {
    await using store = await startStore(respond);
    const { response } = await store.handle();
    expect(response.statusCode).toBe(200);
    expect(response.headers['x-amzn-requestid']).toBe('id');
    expect(Buffer.from(response.body).toString()).toBe(item);
  });

  it('reuses the connection of the request before', async () => {
    await using store = await startStore(respond);
    for (let i = 0; i < 3; i++) await store.read();
    expect([store.sent.length, store.sockets.size]).toEqual([3, 1]);
  });

  it.each([
    ['no response', silent],
    ['half of a response', respondHalf],
  ])('fails with TimeoutError after its time with %s, and closes', async (_, behave) => {
    await using store = await startStore(behave);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const requested = store.isRequested();
    const call = expect(store.handle()).rejects.toMatchObject({ name: 'TimeoutError' });
    await requested;
    const [socket] = store.sockets;
    const closed = new Promise((resolve) => socket?.on('close', resolve));
    vi.advanceTimersByTime(timeoutMs);
    await call;
    await closed;
  });

  it('leaves no timer when it is done', async () => {
    await using store = await startStore(respond);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await store.handle();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['that is reset', reset],
    [
      'that ends in the middle',
      (socket: Socket) => {
        respondHalf(socket, 0);
        socket.end();
      },
    ],
    ['without a response', (socket: Socket) => void socket.end()],
  ])('fails with ECONNRESET on a connection %s', async (_, behave) => {
    await using store = await startStore(behave);
    await expect(store.handle()).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it.each([
    ['was reset', reset],
    [
      'was cut off',
      (socket: Socket) => {
        respondHalf(socket, 0);
        socket.end();
      },
    ],
  ])('is sent again by the SDK if the first one %s', async (_, behave) => {
    await using store = await startStore((socket, index) =>
      (index === 0 ? behave : respond)(socket, index),
    );
    expect((await store.read()).Item).toEqual({ pk: { S: 'ü' } });
    expect(store.sent).toHaveLength(2);
  });

  it('fails with AbortError when it is aborted, and closes the connection', async () => {
    await using store = await startStore(silent);
    const controller = new AbortController();
    const requested = store.isRequested();
    const call = store.handle({ abortSignal: controller.signal });
    const failure = expect(call).rejects.toMatchObject({ name: 'AbortError' });
    await requested;
    const [socket] = store.sockets;
    const closed = new Promise((resolve) => socket?.on('close', resolve));
    controller.abort();
    await failure;
    await closed;
  });

  it('is not sent if it was aborted before', async () => {
    await using store = await startStore(respond);
    await expect(
      store.handle({ abortSignal: AbortSignal.abort() }),
    ).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(store.sent).toEqual([]);
  });
});
