import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type DiaryUser, getDiaryError, newDiary, openDiary, run } from '#kit/diary.ts';
import {
  getIdentityHeaders,
  issueClientToken,
  issueUserToken,
  newClient,
  newPerson,
} from '#kit/fixtures.ts';
import { send } from '#kit/send.ts';

const host = 'diary';

let diary: DiaryUser;

beforeAll(async () => {
  diary = await newDiary();
});

describe('the svc- headers', () => {
  const { urls } = inject('service');
  const requestWithHeaders = (headers: Record<string, string>) =>
    send(urls, 'GET', '/v2/diary', { host, token: diary.token, headers });

  it.each(['svc-client-id', 'svc-user-id'])(
    'must include %s once, with a value',
    async (name) => {
      const { [name]: value = '', ...others } = getIdentityHeaders(diary.token);
      for (const headers of [others, { ...others, [name]: '' }]) {
        const response = await requestWithHeaders(headers);
        expect(response.status).toBe(400);
        expect(response.body).toMatchObject({
          error: 'missing-header',
          error_description: expect.stringContaining(name),
        });
      }
      expect(
        (await requestWithHeaders({ ...others, [name.toUpperCase()]: value })).status,
      ).toBe(200);
    },
  );

  it('are both reported if both are missing', async () => {
    const response = await requestWithHeaders({});
    expect(response.body).toMatchObject({
      error_description: expect.stringMatching(/svc-client-id, svc-user-id/),
    });
  });

  it('must not name another user or client; the request then stores nothing', async () => {
    const stranger = openDiary(
      await issueUserToken(await newPerson(), await newClient()),
    );
    const own = getIdentityHeaders(diary.token);
    const foreign = getIdentityHeaders(stranger.token);
    const names = ['svc-client-id', 'svc-user-id'];
    for (const foreignNames of [['svc-user-id'], ['svc-client-id'], names]) {
      const entries = names.map((name) => [
        name,
        (foreignNames.includes(name) ? foreign : own)[name] ?? '',
      ]);
      const headers = Object.fromEntries(entries);
      const response = await send(urls, 'POST', '/v2/diary', {
        host,
        token: diary.token,
        headers,
        json: { items: [{ ...run, date: '2001-01-01' }] },
      });
      expect(response.status).toBe(403);
      expect(response.body).toMatchObject({ error: 'forbidden' });
      expect(Object.keys(getDiaryError(response).error_details ?? {})).toEqual(
        foreignNames,
      );
    }
    expect(await diary.listDay('2001-01-01')).toEqual([]);
    expect(await stranger.listDay('2001-01-01')).toEqual([]);
  });

  it('give no access to a client token', async () => {
    const token = await issueClientToken();
    const headers = getIdentityHeaders(token);
    const { status, body } = await send(urls, 'GET', '/v2/diary', {
      host,
      token,
      headers,
    });
    expect([status, body]).toMatchObject([403, { error: 'forbidden' }]);
  });
});

/**
 * Sends a request with repeated headers, which `fetch` would join. Returns the status and error.
 */
function sendHeaderLines(
  method: string,
  lines: readonly string[],
  body = '',
): Promise<[number, string]> {
  const { hostname, port } = new URL(inject('service').urls.diary);
  const lengthHeader = ['Content-Length', String(Buffer.byteLength(body))];
  return new Promise((resolve, reject) => {
    const headers = [
      'Host',
      hostname,
      'Authorization',
      `Bearer ${diary.token}`,
      ...lengthHeader,
      ...lines,
    ];
    request({ hostname, port, path: '/v2/diary', method, headers }, async (response) => {
      const { error } = JSON.parse(await text(response));
      resolve([response.statusCode ?? 0, error]);
    })
      .on('error', reject)
      .end(body);
  });
}

describe('headers sent twice', () => {
  const listOwnHeaders = () => Object.entries(getIdentityHeaders(diary.token)).flat();

  it.each(['svc-client-id', 'svc-user-id'])('count as missing: %s', async (name) => {
    const repeated = [name, getIdentityHeaders(diary.token)[name] ?? ''];
    expect(await sendHeaderLines('GET', [...listOwnHeaders(), ...repeated])).toEqual([
      400,
      'missing-header',
    ]);
  });

  it('are invalid: Idempotency-Key', async () => {
    const lines = [
      ...listOwnHeaders(),
      'Content-Type',
      'application/json',
      'Idempotency-Key',
      'a',
      'Idempotency-Key',
      'a',
    ];
    const rejection = await sendHeaderLines(
      'POST',
      lines,
      JSON.stringify({ items: [run] }),
    );
    expect(rejection).toEqual([400, 'malformed-header']);
  });
});
