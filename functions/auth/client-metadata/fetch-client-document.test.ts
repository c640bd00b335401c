import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { serveRequests } from '#kit/serve-requests.ts';
import type { ReceiverRoute } from '#shared/outgoing/send-to-receiver.ts';
import { fetchClientDocument, findFreshSeconds } from './fetch-client-document.ts';

const client_id = 'https://agent.example/client.json';
const document = { client_id, redirect_uris: ['https://agent.example/callback'] };

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** Returns a server's response with a document, or with another text. */
const respondWith =
  (text: string, headers: Record<string, string> = {}, status = 200): Serve =>
  (_request, response) => {
    const type = { 'Content-Type': 'application/json' };
    response.writeHead(status, { ...type, ...headers }).end(text);
  };

const json = JSON.stringify(document);
const cloud = { mainUrl: 'https://api.example', gateway: 'direct' } as const;

/** Fetches the document from a server that stands in for all hosts. */
async function fetchFrom(serve: Serve, route: Partial<ReceiverRoute> = {}) {
  const port = await serveRequests(serve);
  const gateway = `http://127.0.0.1:${port}` as const;
  return fetchClientDocument(client_id, { ...cloud, gateway, ...route });
}

/** Returns a document with as many bytes. */
const padTo = (bytes: number) => json + ' '.repeat(bytes - Buffer.byteLength(json));

// draft-ietf-oauth-client-id-metadata-document, sections 4, 5 and 8.
describe('the document of a client', () => {
  it('is fetched without credentials, and can be used again for as long as its host says', async () => {
    const seen: unknown[] = [];
    const fetched = await fetchFrom((request, response) => {
      const { method, url, headers } = request;
      const { accept, authorization, cookie } = headers;
      seen.push({ method, url, accept, authorization, cookie });
      respondWith(json, { 'Cache-Control': 'max-age=60' })(request, response);
    });
    expect(fetched).toMatchObject({ ok: true, value: { document, freshSeconds: 60 } });
    expect(seen).toEqual([
      { method: 'GET', url: '/agent.example/client.json', accept: 'application/json' },
    ]);
  });

  it.each([
    'application/json; charset=utf-8',
    'application/cimd+json',
    'Application/JSON',
  ])('can have the type %s', async (type) => {
    const fetched = await fetchFrom(respondWith(json, { 'Content-Type': type }));
    expect(fetched.ok).toBe(true);
  });

  it('can have 5 KB', async () => {
    expect((await fetchFrom(respondWith(padTo(5120)))).ok).toBe(true);
  });

  it.each<{ what: string; serve: Serve }>([
    { what: 'has 5 KB and a byte', serve: respondWith(padTo(5121)) },
    { what: 'has 6 KB', serve: respondWith(padTo(6144)) },
    { what: 'is no JSON', serve: respondWith('<html>') },
    { what: 'is HTML', serve: respondWith(json, { 'Content-Type': 'text/html' }) },
    { what: 'is text', serve: respondWith(json, { 'Content-Type': 'text/plain' }) },
    {
      what: 'has a type like JSON',
      serve: respondWith(json, { 'Content-Type': 'text/json' }),
    },
    { what: 'has the status 201', serve: respondWith(json, {}, 201) },
    { what: 'has the status 203', serve: respondWith(json, {}, 203) },
    { what: 'has the status 404', serve: respondWith(json, {}, 404) },
    { what: 'has the status 500', serve: respondWith(json, {}, 500) },
    { what: 'is of another client', serve: respondWith(json.replace('agent', 'other')) },
    { what: 'resets the connection', serve: ({ socket }) => socket.resetAndDestroy() },
  ])('that $what is refused', async ({ serve }) => {
    const fetched = await fetchFrom(serve);
    expect(fetched).toEqual({ ok: false, error: expect.stringMatching(/^\w.*\.$/) });
  });

  it.each([301, 302, 303, 307, 308])(
    'that redirects with %i is not followed',
    async (status) => {
      let requests = 0;
      const fetched = await fetchFrom((request, response) => {
        requests += 1;
        respondWith(
          json,
          { Location: '/agent.example/client.json' },
          status,
        )(request, response);
      });
      expect([fetched.ok, requests]).toEqual([false, 1]);
    },
  );

  it('that is slow is given up', async () => {
    const timeout = new AbortController();
    let closed: Promise<unknown> | undefined;
    const fetched = await fetchFrom(
      (_request, response) => {
        closed = once(response, 'close');
        response.writeHead(200, { 'Content-Type': 'application/json' }).write('{');
        timeout.abort();
      },
      { startTimeout: () => timeout.signal },
    );
    expect(fetched).toEqual({ ok: false, error: expect.stringContaining('complete') });
    await closed;
  });
});

describe('a host with an address that is not public', () => {
  it.each([
    'https://127.0.0.1/client.json',
    'https://[::1]/client.json',
    'https://localhost/client.json',
    'https://10.0.0.1/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00::1]/client.json',
    'https://[::ffff:7f00:1]/client.json',
  ])('is not called: %s', async (url) => {
    const resolve = vi.fn();
    const fetched = await fetchClientDocument(url, { ...cloud, resolve });
    expect(fetched).toEqual({ ok: false, error: expect.stringContaining('not public') });
    expect(resolve).not.toHaveBeenCalled();
  });

  it.each([
    [['127.0.0.1']],
    [['192.168.1.1']],
    [['169.254.169.254']],
    [['::1']],
    [['64:ff9b::7f00:1']],
    [['93.184.216.34', '10.0.0.1']],
  ])('is not called if its name leads to %j', async (addresses) => {
    const resolve = async () => addresses;
    const fetched = await fetchClientDocument(client_id, { ...cloud, resolve });
    expect(fetched).toEqual({ ok: false, error: expect.stringContaining('not public') });
  });

  it('is not called while calls are off', async () => {
    const fetched = await fetchClientDocument(client_id, { ...cloud, gateway: 'off' });
    expect(fetched).toEqual({ ok: false, error: expect.stringContaining('no calls') });
  });
});

const date = 'Fri, 27 Nov 2026 12:00:00 GMT';

it.each([
  { headers: {}, seconds: 300 },
  { headers: { 'cache-control': 'max-age=60' }, seconds: 60 },
  { headers: { 'cache-control': 'public, Max-Age=60' }, seconds: 60 },
  { headers: { 'cache-control': 'max-age=60', age: '50' }, seconds: 10 },
  { headers: { 'cache-control': 'max-age=60', age: '70' }, seconds: 0 },
  { headers: { 'cache-control': 'max-age=31536000, immutable' }, seconds: 86_400 },
  { headers: { 'cache-control': 'no-store' }, seconds: 0 },
  { headers: { 'cache-control': 'max-age=60,no-cache' }, seconds: 0 },
  { headers: { 'cache-control': 'private, max-age=60' }, seconds: 0 },
  { headers: { expires: 'Fri, 27 Nov 2026 12:01:00 GMT', date }, seconds: 60 },
  { headers: { expires: '0', date }, seconds: 0 },
  { headers: { expires: date }, seconds: 0 },
])('a document with the headers $headers is fresh for $seconds seconds', (example) => {
  const headers: Readonly<Record<string, string | undefined>> = example.headers;
  expect(findFreshSeconds((name) => headers[name])).toBe(example.seconds);
});
