import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { type DiaryUser, getDiaryError, newDiary, run } from '#kit/diary.ts';

let diary: DiaryUser;

beforeAll(async () => {
  diary = await newDiary();
});

const send = (
  method: 'POST' | 'PATCH',
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
) =>
  call(
    method,
    method === 'POST' ? '/v2/diary' : `/v2/diary/${'0'.repeat(36)}0020261120e`,
    {
      host: 'diary',
      token: diary.token,
      body,
      headers,
    },
  );
const jsonHeaders = { 'Content-Type': 'application/json' };
const validBody = JSON.stringify({ items: [run] });

describe('an invalid body', () => {
  it.each([
    ['no body', '', jsonHeaders, 400, 'missing-body'],
    ['no JSON', '{"items": [', jsonHeaders, 400, 'malformed-body'],
    ['not one value', `${validBody} ${validBody}`, jsonHeaders, 400, 'malformed-body'],
    ['NaN', validBody.replace('1800', 'NaN'), jsonHeaders, 400, 'malformed-body'],
    ['too deep', '['.repeat(5000), jsonHeaders, 400, 'malformed-body'],
    ['a list', '[]', jsonHeaders, 422, 'failed-validation'],
    ['a string', '"x"', jsonHeaders, 422, 'failed-validation'],
    ['null', 'null', jsonHeaders, 422, 'failed-validation'],
    [
      'another type',
      validBody,
      { 'Content-Type': 'text/plain' },
      415,
      'unsupported-content-type',
    ],
    [
      'a form',
      'items=1',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported-content-type',
    ],
    [
      'another character set',
      validBody,
      { 'Content-Type': 'application/json; charset=utf-16' },
      415,
      'unsupported-content-type',
    ],
    [
      'an unknown coding',
      validBody,
      { ...jsonHeaders, 'Content-Encoding': 'br' },
      415,
      'unsupported-content-type',
    ],
    [
      'a body that is not in its coding',
      validBody,
      { ...jsonHeaders, 'Content-Encoding': 'gzip' },
      415,
      'unsupported-content-type',
    ],
    [
      'too large',
      validBody.replace('}]', `,"x":"${'x'.repeat(262_144)}"}]`),
      jsonHeaders,
      413,
      'malformed-body',
    ],
  ])(
    'is rejected in the error format of the diary: %s',
    async (name, body, headers, status, error) => {
      // Both methods read their bodies alike, so one reason of each status is sent to both.
      const isSentToBoth = ['no JSON', 'a list', 'a form', 'too large'].includes(name);
      const methods = isSentToBoth ? (['POST', 'PATCH'] as const) : (['POST'] as const);
      for (const method of methods) {
        const response = await send(method, body, headers);
        expect([response.status, getDiaryError(response).error], response.text).toEqual([
          status,
          error,
        ]);
        expect(response.headers.get('content-type')).toContain('application/json');
        expect(getDiaryError(response).error_description).toMatch(/\w/);
      }
    },
  );
});

describe('a valid body', () => {
  it.each([
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'Application/JSON',
  ])('may have the media type %s', async (type) => {
    expect((await send('POST', validBody, { 'Content-Type': type })).status).toBe(201);
  });

  it('may be compressed', async () => {
    const { gzipSync } = await import('node:zlib');
    const response = await send('POST', new Uint8Array(gzipSync(validBody)), {
      ...jsonHeaders,
      'Content-Encoding': 'gzip',
    });
    expect(response.status).toBe(201);
  });
});

describe('an invalid path or method', () => {
  it.each([
    ['GET', '/v2/diary/x/y', 404, 'not-found'],
    ['GET', '/v2/diaries', 404, 'not-found'],
    ['GET', '/v7.0/diary', 404, 'not-found'],
    ['PUT', '/v2/diary', 405, 'method-not-allowed'],
    ['POST', `/v2/diary/${'0'.repeat(47)}`, 405, 'method-not-allowed'],
  ] as const)(
    'is an error in the format of the diary: %s %s',
    async (method, path, status, error) => {
      const response = await call(method, path, { host: 'diary', token: diary.token });
      expect([response.status, getDiaryError(response).error]).toEqual([status, error]);
    },
  );
});
