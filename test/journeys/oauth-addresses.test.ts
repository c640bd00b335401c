import { describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newClient } from '#kit/fixtures.ts';
import { send } from '#kit/send.ts';

const { urls } = inject('service');
const json = 'application/json';
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('a client with one address for everything', () => {
  it('is redirected from the main address to the authorization endpoint with its query', async () => {
    const { client_id, redirect_uri } = await newClient();
    const query = new URLSearchParams([
      ['client_id', client_id],
      ['redirect_uri', redirect_uri],
      ['response_type', 'code'],
      ['state', 'ä &=+/?'],
      ['other', '1'],
      ['other', '2'],
    ]);
    for (const version of ['v7.0', 'v7.1']) {
      const path = `/${version}/oauth2/authorize/?${query}`;
      const { status, headers } = await call('GET', path);
      const location = new URL(headers.get('location') ?? '');
      expect([status, location.origin + location.pathname]).toEqual([
        303,
        `${urls.auth}/${version}/oauth2/authorize/`,
      ]);
      expect([...location.searchParams].sort()).toEqual([...query].sort());
      const page = await send(urls, 'GET', location.href);
      expect(page.headers.get('location')).toContain(
        `${urls.auth}/${version}/oauth2/consent/`,
      );
    }
  });

  it('gets tokens on the auth address, and errors in JSON', async () => {
    const { client_id, client_secret } = await newClient();
    const form = { grant_type: 'client_credentials', client_id, client_secret };
    const path = '/v7.1/oauth2/access_token/';
    const tokens = await call('POST', path, { host: 'auth', form });
    expect([tokens.status, tokens.body]).toMatchObject([200, { token_type: 'Bearer' }]);

    const wrongForm = { ...form, client_secret: 'wrong' };
    const rejected = await call('POST', path, { host: 'auth', form: wrongForm });
    expect([rejected.status, rejected.body]).toMatchObject([
      401,
      { error: 'invalid_client' },
    ]);
  });
});

describe('an error of the auth address', () => {
  it.each([
    {
      title: 'an unknown path',
      method: 'GET',
      path: '/v7.1/oauth2/nothing/',
      status: 404,
    },
    { title: 'an unknown path', method: 'GET', path: '/v7.1/nothing', status: 404 },
    {
      title: 'a wrong method',
      method: 'DELETE',
      path: '/v7.1/oauth2/consent/',
      status: 405,
    },
    {
      title: 'an unknown client',
      method: 'GET',
      path: '/v7.1/oauth2/authorize/',
      status: 400,
    },
  ])('is JSON for $title if the client asks for JSON: $path', async (row) => {
    const { method, path, status } = row;
    const respondTo = (Accept: string) =>
      send(urls, method, path, { host: 'auth', headers: { Accept } });
    const response = await respondTo(`${json}, text/plain, */*`);
    expect([response.status, response.body]).toMatchObject([
      status,
      { error: 'invalid_request', error_description: expect.any(String) },
    ]);
    const page = await respondTo(browser);
    expect([page.status, page.text]).toEqual([
      status,
      expect.stringMatching(/^<!doctype html>/),
    ]);
  });

  it('is JSON if a form is posted to an unknown path', async () => {
    const form = { grant_type: 'client_credentials' };
    const response = await send(urls, 'POST', '/v7.1/token', { host: 'auth', form });
    expect([response.status, response.body]).toMatchObject([
      404,
      { error: 'invalid_request' },
    ]);
  });
});
