import { describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newUserToken } from '#kit/fixtures.ts';
import type { SendOptions } from '#kit/send.ts';
import { getValidationFailures } from '#kit/validation-failures.ts';

const { urls } = inject('service');

interface Problem {
  errors: string[];
  codes: string[];
  request_id: string;
}

const get = (path: string, options: SendOptions = {}) =>
  call<Problem>('GET', path, options);

describe('an error of main', () => {
  it('has codes for programs, and the id by which operators find the request', async () => {
    const token = await newUserToken();
    const { status, headers, body } = await get('/v7.1/data_source/none/', { token });
    expect([status, body.codes]).toEqual([404, ['not_found']]);
    expect(body.request_id).toBe(headers.get('x-amzn-requestid'));
    const invalid = await get('/v7.1/data_source/?limit=x', { token });
    expect([invalid.status, invalid.body.codes]).toEqual([400, ['invalid_query']]);
  });

  it('says where the diary is', async () => {
    const { status, body } = await get('/v2/diary');
    expect([status, body.codes]).toEqual([404, ['not_found']]);
    expect(body.errors[0]).toContain(`the diary is at ${urls.diary}/v2/diary`);
  });

  it('says what a device of a data source holds', async () => {
    const token = await newUserToken();
    const post = (json: object) => call('POST', '/v7.1/data_source/', { token, json });
    const text =
      /array of exactly 1 device: its manufacturer and model, or a _links.self/;
    expect(getValidationFailures(await post({}))).toEqual({
      _embedded: [expect.stringMatching(text)],
    });
    expect(getValidationFailures(await post({ _embedded: {} }))).toEqual({
      '_embedded.device': [expect.stringMatching(text)],
    });
  });
});

describe('a 401', () => {
  it('has one sentence for no token and for another scheme', async () => {
    const sentence = 'send an access token as Authorization: Bearer TOKEN';
    for (const headers of [{}, { Authorization: 'Basic eDp5' }]) {
      const { status, body } = await get('/v7.1/data_source/', { headers });
      expect([status, body.errors, body.codes]).toEqual([
        401,
        [sentence],
        ['unauthorized'],
      ]);
    }
  });

  it('says that a token is none of the service', async () => {
    const { status, body } = await get('/v7.1/data_source/', { token: 'x' });
    expect([status, body.errors]).toEqual([
      401,
      ['the access token is not a token of this service'],
    ]);
    const headers = { 'svc-client-id': 'x', 'svc-user-id': 'x' };
    const diary = await get('/v2/diary', { host: 'diary', token: 'x', headers });
    expect(diary.body).toMatchObject({
      error: 'unauthorized',
      error_description: 'the access token is not a token of this service',
    });
  });
});
