import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '#kit/small-stack/send.ts';
import { type SmallService, startSmallService } from '#kit/small-stack/service.ts';
import { writeStack } from '#kit/small-stack/stack.ts';
import { createClock } from '#lib/local/host/clock.ts';
import { readDefinition } from '#lib/local/service-definition.ts';
import { createApi } from './gateway.ts';
import { createGatewayError } from './gateway-error.ts';
import { createBodyAccounts, tooManyBodies } from './request-body.ts';

let service: SmallService;
beforeAll(async () => {
  service = await startSmallService();
});
afterAll(() => service.close());

const megabyte = 1024 * 1024;
const json = ['Content-Type', 'application/json'] as const;

function post(body: string | Buffer, ...headers: (readonly [string, string])[]) {
  return service.send({ method: 'POST', path: '/v7.1/things', headers, body });
}

describe('a gateway response', () => {
  it('has the form of all 4xx or 5xx responses if the stack does not define its type', async () => {
    const unknown = await service.send({ path: '/nowhere/at/all' });
    expect([unknown.status, unknown.json()]).toEqual([403, { errors: ['rejected'] }]);
    expect(unknown.headers['content-type']).toBe('application/json');
    const failed = await service.send({ path: '/v7.1/trouble?kind=throw' });
    expect([failed.status, failed.json()]).toEqual([502, { errors: ['failed'] }]);
  });

  it('has the status, headers and body that the stack defines for its type', async () => {
    const response = await service.send({ path: '/v7.1/mine/1' });
    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer realm="main"');
    expect(response.json()).toEqual({ errors: ['unauthorized'] });
  });

  it('has the error format of its own API', async () => {
    const response = await sendRaw(service.urls.diary, { path: '/v2/diary' });
    expect([response.status, response.text]).toEqual([401, '']);
    expect(response.headers).not.toHaveProperty('www-authenticate');
  });
});

describe('a malformed request', () => {
  it.each([
    {
      fault: 'an unknown method',
      request: 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n',
      status: 400,
    },
    {
      fault: 'a space in the path',
      request: 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n',
      status: 400,
    },
    {
      fault: 'a chunk without a length',
      request:
        'POST /v7.1/things HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n',
      status: 400,
    },
    {
      fault: 'thousands of headers',
      request: `GET / HTTP/1.1\r\nHost: a\r\n${'X-Header: any value\r\n'.repeat(4000)}\r\n`,
      status: 431,
    },
  ])(
    'gets a gateway response, and its connection is closed: $fault',
    async ({ request, status }) => {
      const { hostname, port } = new URL(service.urls.main);
      const connection = connect(Number(port), hostname);
      connection.write(request);
      const [head = '', body = ''] = (await text(connection)).split('\r\n\r\n');
      expect(head).toMatch(
        new RegExp(`^HTTP/1.1 ${status} .*\r\nContent-Type: application/json\r\n`),
      );
      expect(JSON.parse(body)).toEqual({ errors: ['rejected'] });
      expect((await service.send({ path: '/v7.1/things/1' })).status).toBe(200);
    },
  );
});

describe('a mock integration', () => {
  const sendMocked = (type?: string) =>
    service.send({
      method: 'OPTIONS',
      path: '/v7.1/things/1/',
      headers: type ? [['Content-Type', type]] : [],
      body: 'x',
    });

  it('responds with a status and headers', async () => {
    const response = await sendMocked();
    expect([response.status, response.headers.allow]).toEqual([204, 'GET, PUT']);
    expect((await sendMocked('application/json; charset=utf-8')).status).toBe(204);
  });

  it('rejects a media type without a template', async () => {
    expect((await sendMocked('text/plain')).status).toBe(415);
    expect((await sendMocked('multipart/form-data; boundary=x')).status).toBe(415);
  });
});

describe('a gateway with limits', () => {
  it('accepts 5 MB of text, and rejects a body that makes the event too large', async () => {
    expect((await post('x'.repeat(5 * megabyte))).status).toBe(200);
    expect((await post('x'.repeat(6 * megabyte))).status).toBe(413);
    const binary = ['Content-Type', 'multipart/form-data; boundary=x'] as const;
    expect((await post(Buffer.alloc(5 * megabyte), binary)).status).toBe(413);
  });

  it('rejects a body over 10 MB', async () => {
    expect((await post(Buffer.alloc(10 * megabyte + 1))).status).toBe(413);
    expect((await post(Buffer.alloc(32 * megabyte))).status).toBe(413);
  });

  it('rejects headers over 10,240 bytes and URLs over 10,240 characters', async () => {
    const get = (path: string, value: string) =>
      service.send({ path, headers: [['X-Long', value]] });
    expect((await get('/v7.1/things/1', 'x'.repeat(10_000))).status).toBe(200);
    expect((await get('/v7.1/things/1', 'x'.repeat(10_240))).status).toBe(431);
    expect((await get(`/v7.1/things/1?x=${'x'.repeat(10_240)}`, '')).status).toBe(414);
  });

  it('rejects unencoded characters in the query', async () => {
    expect((await service.send({ path: '/v7.1/things/1?x=a|b' })).status).toBe(400);
    expect((await service.send({ path: '/v7.1/things/1?x=a%7Cb' })).status).toBe(200);
  });

  it('responds after the timeout of the integration', async () => {
    const response = await service.send({ path: '/v7.1/hanging-longer' });
    expect(response.status).toBe(504);
  });
});

describe('compressed requests', () => {
  const body = JSON.stringify({ text: 'x'.repeat(1000) });
  const gzip = ['content-encoding', 'gzip'] as const;

  it('reach the function decompressed, with their Content-Encoding', async () => {
    const { event } = (await post(gzipSync(body), json, gzip)).json();
    expect(event.body).toBe(body);
    expect(event.headers).toMatchObject({
      'content-encoding': 'gzip',
      'Content-Length': String(body.length),
    });
    expect(
      (await post(body, json, ['Content-Encoding', 'identity'])).json().event.body,
    ).toBe(body);
  });

  it('are rejected if they are broken, truncated or of an unknown coding', async () => {
    expect((await post('not gzip', json, gzip)).status).toBe(415);
    expect((await post(gzipSync(body).subarray(0, 20), json, gzip)).status).toBe(415);
    expect((await post(body, json, ['Content-Encoding', 'br'])).status).toBe(415);
  });

  it('are rejected if they exceed 10 MB decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(11 * megabyte));
    expect(bomb.length).toBeLessThan(20_000);
    expect((await post(bomb, json, gzip)).status).toBe(413);
  });
});

describe('responses', () => {
  const get = (acceptEncoding: string) =>
    service.send({
      path: '/v7.1/things/1',
      headers: [['Accept-Encoding', acceptEncoding]],
    });

  it.each([
    { acceptEncoding: 'gzip', coding: 'gzip' },
    { acceptEncoding: 'gzip, deflate, br', coding: 'gzip' },
    { acceptEncoding: 'deflate', coding: 'deflate' },
    { acceptEncoding: 'gzip;q=0.5, deflate;q=1.0', coding: 'deflate' },
    { acceptEncoding: '', coding: undefined },
    { acceptEncoding: '*', coding: undefined },
    { acceptEncoding: 'identity', coding: undefined },
    { acceptEncoding: 'br, gzip', coding: undefined },
    { acceptEncoding: 'gzip;q=0', coding: undefined },
  ])('have Content-Encoding $coding for Accept-Encoding $acceptEncoding', async (row) => {
    const { acceptEncoding, coding } = row;
    const response = await get(acceptEncoding);
    expect(response.headers['content-encoding']).toBe(coding);
    expect(response.headers['content-length']).toBe(String(response.body.length));
  });

  it.each([1000, 16_384, 16_385, 1_000_000])(
    'have the same body compressed, with %i bytes',
    async (length) => {
      const body = 'x'.repeat(length);
      const response = await service.send({
        method: 'POST',
        path: '/v7.1/reply',
        headers: [['Accept-Encoding', 'gzip']],
        body: JSON.stringify({ statusCode: 200, body }),
      });
      expect(response.body.length).toBeLessThan(length);
      expect(String(gunzipSync(response.body))).toBe(body);
    },
  );

  it('are not compressed if they are small or already compressed', async () => {
    const respondWith = (result: object) =>
      service.send({
        method: 'POST',
        path: '/v7.1/reply',
        headers: [['Accept-Encoding', 'gzip']],
        body: JSON.stringify({ statusCode: 200, ...result }),
      });
    // The minimum size that the small stack sets.
    const text = 'x'.repeat(100);
    expect((await respondWith({ body: text })).headers['content-encoding']).toBe('gzip');
    expect((await respondWith({ body: text.slice(1) })).headers).not.toHaveProperty(
      'content-encoding',
    );
    const compressed = await respondWith({
      body: text,
      headers: { 'content-encoding': 'br' },
    });
    expect([compressed.headers['content-encoding'], compressed.text]).toEqual([
      'br',
      text,
    ]);
  });
});

it('a body of a caller without a token takes its room until the response', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stack-'));
  const { apis } = readDefinition(writeStack(folder));
  await rm(folder, { recursive: true });
  const invoked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const limits = { max: 10, maxOfSender: 10 };
  const respond = createApi(apis.main, {
    invoke: async () => {
      invoked.resolve();
      await released.promise;
      return { ok: true, payload: JSON.stringify({ statusCode: 200, body: '' }) };
    },
    clock: createClock(),
    warn: () => undefined,
    isUnavailable: () => false,
    openBodyAccount: createBodyAccounts({ known: limits, unknown: limits }),
  });
  const send = async () => {
    const head = {
      method: 'POST',
      path: '/v7.1/things',
      query: '',
      protocol: 'HTTP/1.1',
      headers: [['Host', 'localhost']] as const,
      sourceIp: '127.0.0.1',
      scheme: 'http' as const,
      port: 80,
    };
    const { status } = await respond(head, async (account) => {
      if (!account?.keep(8)) throw createGatewayError('DEFAULT_5XX', tooManyBodies);
      return Buffer.alloc(8);
    });
    return status;
  };
  const first = send();
  await invoked.promise;
  expect(await send()).toBe(503);
  released.resolve();
  expect(await first).toBe(200);
  expect(await send()).toBe(200);
});
