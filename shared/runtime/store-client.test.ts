import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import authorizer from '#functions/auth/authorizer/function.ts';
import { startLoopbackServer } from '#kit/loopback-server.ts';
import { openKmsDataKeys } from '../encryption/data-keys.ts';
import { openObjects } from '../objects/objects.ts';
import { openTable } from '../table/table.ts';
import { newMeter } from './log.ts';
import {
  getStoreClientOptions,
  getStreamingClientOptions,
  keepClient,
  SdkSha256,
} from './store-client.ts';

/**
 * Starts a server that accepts connections and never responds, like a store behind a broken
 * network. Timers fire only when the test advances them.
 */
async function startSilentServer() {
  const ports: (number | undefined)[] = [];
  const { server, port, url, close } = await startLoopbackServer();
  server.on('connection', ({ remotePort }) => ports.push(remotePort));
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('TABLE_NAME', 'silent-table');
  for (const store of ['DYNAMODB', 'S3', 'KMS'])
    vi.stubEnv(`AWS_ENDPOINT_URL_${store}`, url);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  /**
   * Counts the connections so far. The server accepts them in order, so all are counted as soon as
   * it has accepted one more.
   */
  async function countConnections(): Promise<number> {
    const last = connect(port, '127.0.0.1');
    await once(last, 'connect');
    while (!ports.includes(last.localPort)) await once(server, 'connection');
    last.destroy();
    return ports.length - 1;
  }

  return { countConnections, [Symbol.asyncDispose]: close };
}

/** Lets the timers of a call fire as soon as they are set, and returns its error. */
async function waitForError(call: Promise<unknown>): Promise<unknown> {
  let error: unknown;
  void call.catch((reason) => {
    error = reason;
  });
  while (!error) {
    await setImmediate();
    vi.runOnlyPendingTimers();
  }
  return error;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/**
 * More than the longest pause between two attempts after a timeout or a 5xx: the SDK waits at most
 * 100 ms then. It waits up to 2 s if the store throttles requests.
 */
const maxBackoffMs = 250;

const { maxAttempts, requestHandler } = getStoreClientOptions('table');
const ofBucket = getStreamingClientOptions('objects').requestHandler;

/**
 * Returns the longest time of a call to a store that does not respond, in ms: the time until its
 * last attempt times out.
 */
function getMaxWaitMs(timeoutMs: number): number {
  return maxAttempts * timeoutMs + (maxAttempts - 1) * maxBackoffMs;
}

describe('a store that never responds', () => {
  it.each([
    ['the table', () => openTable(newMeter()).get({ pk: 'USER#1', sk: 'PROFILE' })],
    ['a bucket', () => openObjects('images', newMeter()).get('images/1')],
    ['KMS', () => openKmsDataKeys('alias/table').generate({})],
  ])('is tried three times and then reported as unavailable: %s', async (_, call) => {
    await using silent = await startSilentServer();
    expect(await waitForError(call())).toMatchObject({ code: 'unavailable' });
    expect(await silent.countConnections()).toBe(3);
  });

  it.each([
    ['the table', requestHandler.timeoutMs],
    ['a bucket', ofBucket.requestTimeout],
    ['KMS', getStoreClientOptions('keys').requestHandler.timeoutMs],
  ])('leads to a 503 in under 6 s: %s', (_, timeoutMs) => {
    expect(getMaxWaitMs(timeoutMs)).toBeLessThan(6000);
  });

  it('lets the authorizer respond within its own time limit', () => {
    expect(getMaxWaitMs(requestHandler.timeoutMs)).toBeLessThan(
      authorizer.timeout * 1000,
    );
  });
});

it('a process keeps one client for each store that it works with', () => {
  const getClient = keepClient('AWS_ENDPOINT_URL_S3', (endpoint) => ({ endpoint }));
  const openClient = (endpoint: string) => {
    vi.stubEnv('AWS_ENDPOINT_URL_S3', endpoint);
    return getClient();
  };
  const first = openClient('http://127.0.0.1:1');
  expect(openClient('http://127.0.0.1:2')).toEqual({ endpoint: 'http://127.0.0.1:2' });
  expect(openClient('http://127.0.0.1:1')).toBe(first);
});

const text = Buffer.from('Grüße aus Zürich');

async function digestWith(hash: SdkSha256): Promise<string> {
  hash.update(text);
  return Buffer.from(await hash.digest()).toString('hex');
}

describe('the hash with which the SDK signs', () => {
  it('computes the HMAC with a key of any bytes', async () => {
    const key = Uint8Array.from({ length: 256 }, (_, index) => index);
    const expected = createHmac('sha256', key).update(text).digest('hex');
    for (const secret of [key, key.buffer])
      expect(await digestWith(new SdkSha256(secret))).toBe(expected);

    for (const part of [key.subarray(200, 232), randomBytes(32)])
      expect(await digestWith(new SdkSha256(part))).toBe(
        createHmac('sha256', part).update(text).digest('hex'),
      );
  });

  it('computes the HMAC with a key in UTF-8', async () => {
    const secret = 'AWS4Schlüssel';
    const expected = createHmac('sha256', secret).update(text).digest('hex');
    expect(await digestWith(new SdkSha256(secret))).toBe(expected);
  });

  it('computes the digest without a key', async () => {
    const expected = createHash('sha256').update(text).digest('hex');
    expect(await digestWith(new SdkSha256())).toBe(expected);
  });

  it('computes the same digest again after a reset', async () => {
    const hash = new SdkSha256('key');
    const first = await digestWith(hash);
    hash.reset();
    expect(await digestWith(hash)).toBe(first);
  });
});
