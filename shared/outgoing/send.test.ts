import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { serveRequests } from '#kit/serve-requests.ts';
import {
  type CallRequest,
  parseResponse,
  readRetryAfter,
  requestJson,
} from './outgoing.ts';
import { createOutgoingCall, type OutgoingGateway, toGatewayUrl } from './send.ts';

/** Starts a server that stands in for all hosts. */
async function startServer(listener: RequestListener): Promise<OutgoingGateway> {
  return `http://127.0.0.1:${await serveRequests(listener)}`;
}

const get: CallRequest = { method: 'GET', url: 'https://api.example.com/v1/me?a=1' };

describe('an outgoing call', () => {
  it('sends its form and its token to the stand-in, with the host in the path', async () => {
    const seen: unknown[] = [];
    const gateway = await startServer(async (request, response) => {
      const { method, url, headers } = request;
      const { authorization, 'content-type': type } = headers;
      seen.push({ method, url, authorization, type, body: await text(request) });
      response.end('{"ok":true}');
    });
    const result = await createOutgoingCall(gateway)({
      method: 'POST',
      url: 'https://api.example.com/token',
      authorization: 'Bearer a',
      form: { code: 'a&b', grant_type: 'authorization_code' },
    });
    expect(result.ok && result.value.text).toBe('{"ok":true}');
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/api.example.com/token',
        authorization: 'Bearer a',
        type: 'application/x-www-form-urlencoded',
        body: 'code=a%26b&grant_type=authorization_code',
      },
    ]);
  });

  it('does not happen if calls are off', async () => {
    expect(await createOutgoingCall('off')(get)).toEqual({
      ok: false,
      error: { kind: 'off' },
    });
  });

  it('needs an https URL, so that no token is sent in the clear', async () => {
    const send = createOutgoingCall('direct');
    await expect(send({ ...get, url: 'http://api.example.com/' })).rejects.toThrow(
      'need an https URL',
    );
  });

  it('does not follow a redirect, which could carry the token elsewhere', async () => {
    let calls = 0;
    const gateway = await startServer((_request, response) => {
      calls += 1;
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    const result = await createOutgoingCall(gateway)(get);
    const error = result.ok ? undefined : result.error;
    expect(error).toMatchObject({ kind: 'status', response: { status: 302 } });
    expect(calls).toBe(1);
  });

  it('ends at its time limit even if the response has begun', async () => {
    const gateway = await startServer((_request, response) => {
      response.write('{"a":');
    });
    const result = await createOutgoingCall(gateway, { timeoutMs: 1 })(get);
    expect(result).toEqual({ ok: false, error: { kind: 'timeout' } });
  });

  it('reports a server that breaks the connection', async () => {
    const gateway = await startServer((request) => request.socket.destroy());
    const result = await createOutgoingCall(gateway)(get);
    expect(result).toEqual({ ok: false, error: { kind: 'unreachable' } });
  });

  it('stops reading a body above the size limit', async () => {
    const gateway = await startServer((_request, response) => {
      response.end('x'.repeat(1001));
    });
    const result = await createOutgoingCall(gateway, { maxBytes: 1000 })(get);
    expect(result).toEqual({ ok: false, error: { kind: 'malformed' } });
  });

  it.each(['{"id":1', '', '[]', '{"id":"1"}'])(
    'reports the body %j, which the schema does not describe',
    async (body) => {
      const gateway = await startServer((_request, response) => response.end(body));
      const result = await requestJson(
        createOutgoingCall(gateway),
        get,
        z.object({ id: z.int() }),
      );
      expect(result).toEqual({ ok: false, error: { kind: 'malformed' } });
    },
  );
});

describe('a URL', () => {
  it.each<[OutgoingGateway, string]>([
    ['direct', 'https://a.example/b'],
    ['off', 'https://a.example/b'],
    ['http://127.0.0.1:1/', 'http://127.0.0.1:1/a.example/b'],
  ])('with the gateway %s becomes %s', (gateway, url) => {
    expect(toGatewayUrl('https://a.example/b', gateway)).toBe(url);
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  const read = (value: string | undefined, date?: string) => {
    const headers = new Map([
      ['retry-after', value],
      ['date', date],
    ]);
    return readRetryAfter({ header: (name) => headers.get(name) }, now);
  };

  // RFC 9110 section 10.2.3.
  it('is a number of seconds or a date', () => {
    expect(read('120')).toBe(120);
    expect(read('Fri, 20 Nov 2026 10:01:30 GMT')).toBe(90);
    expect(read('Fri, 20 Nov 2026 09:00:00 GMT')).toBe(0);
  });

  it('counts from the Date header, because clocks differ', () => {
    const date = 'Fri, 20 Nov 2026 10:20:00 GMT';
    expect(read('Fri, 20 Nov 2026 10:21:30 GMT', date)).toBe(90);
    expect(read('120', date)).toBe(120);
  });

  it.each([undefined, '', 'soon', '-1'])('is ignored if it is %j', (value) => {
    expect(read(value)).toBeUndefined();
  });
});

it('reads a complete JSON body', () => {
  const response = { status: 200, text: '{"id":7}', header: () => undefined };
  expect(parseResponse(response, z.object({ id: z.int() }))).toEqual({
    ok: true,
    value: { id: 7 },
  });
});
