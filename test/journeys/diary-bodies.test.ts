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
    method === 'POST' ? '/v2/diary' : `/v2/diary/${'0'.repeat(36)}2026112000e`,
    {
      host: 'diary',
      token: diary.token,
      body,
      headers,
    },
  );
const json = { 'Content-Type': 'application/json' };
const good = JSON.stringify({ items: [run] });

describe('an invalid body', () => {
  it.each([
    ['no body', '', json, 400, 'missing-body'],
    ['no JSON', '{"items": [', json, 400, 'malformed-body'],
    ['not one value', `${good} ${good}`, json, 400, 'malformed-body'],
    ['NaN', good.replace('1800', 'NaN'), json, 400, 'malformed-body'],
    ['too deep', '['.repeat(5000), json, 400, 'malformed-body'],
    ['a list', '[]', json, 422, 'failed-validation'],
    ['a text', '"x"', json, 422, 'failed-validation'],
    ['null', 'null', json, 422, 'failed-validation'],
    [
      'another type',
      good,
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
      good,
      { 'Content-Type': 'application/json; charset=utf-16' },
      415,
      'unsupported-content-type',
    ],
    [
      'an unknown coding',
      good,
      { ...json, 'Content-Encoding': 'br' },
      415,
      'unsupported-content-type',
    ],
    [
      'a false coding',
      good,
      { ...json, 'Content-Encoding': 'gzip' },
      415,
      'unsupported-content-type',
    ],
    [
      'too large',
      good.replace('}]', `,"x":"${'x'.repeat(262_144)}"}]`),
      json,
      413,
      'malformed-body',
    ],
  ])(
    'is rejected in the error format of the diary: %s (Y2)',
    async (_name, body, headers, status, error) => {
      for (const method of ['POST', 'PATCH'] as const) {
        const answer = await send(method, body, headers);
        expect([answer.status, getDiaryError(answer).error], answer.text).toEqual([
          status,
          error,
        ]);
        expect(answer.headers.get('content-type')).toContain('application/json');
        expect(getDiaryError(answer).error_description).toMatch(/\w/);
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
    expect((await send('POST', good, { 'Content-Type': type })).status).toBe(201);
  });

  it('may be compressed (M7)', async () => {
    const { gzipSync } = await import('node:zlib');
    const answer = await send('POST', new Uint8Array(gzipSync(good)), {
      ...json,
      'Content-Encoding': 'gzip',
    });
    expect(answer.status).toBe(201);
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
    'is an error in the format of the diary: %s %s (Y2)',
    async (method, path, status, error) => {
      const answer = await call(method, path, { host: 'diary', token: diary.token });
      expect([answer.status, getDiaryError(answer).error]).toEqual([status, error]);
    },
  );
});
