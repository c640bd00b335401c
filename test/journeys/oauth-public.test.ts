import { describe, expect, inject, it } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import { issueCode } from '#kit/authorization-codes.ts';
import { call } from '#kit/call.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { getCode, newPkce, type Tokens } from '#kit/oauth-parties.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { formatToken, parseToken, type Token } from '#shared/auth/tokens.ts';

const { urls } = inject('service');

type TokenResponse = Tokens & { error?: string };

/** Registers a public client and returns the requests that it and a new user send. */
async function newPublicParties(redirect_uri = 'https://app.example/callback') {
  const registration = { name: 'Ride viewer', redirect_uris: [redirect_uri] };
  const client = await clients.createPublic(table(), registration, new Date());
  const { client_id } = client;
  const person = await newPerson();
  const browser = newTestBrowser(call, urls.auth);
  await browser.signIn(person);

  const authorize = (parameters: Record<string, string>) => {
    const query = { client_id, redirect_uri, response_type: 'code', ...parameters };
    const search = new URLSearchParams(query);
    return browser.open(`${urls.auth}/v7.1/oauth2/authorize/?${search}`);
  };
  const post = (endpoint: string, form: Record<string, string>) => {
    const path = `/v7.1/oauth2/${endpoint}/`;
    return call<TokenResponse>('POST', path, { form: { client_id, ...form } });
  };
  const refresh = (refresh_token: string) =>
    post('access_token', { grant_type: 'refresh_token', refresh_token });

  /** Redeems a code without a secret. */
  const redeem = (code: string, code_verifier: string) =>
    post('access_token', { grant_type: 'authorization_code', code, code_verifier });
  /** Redeems a code that the user granted without the pages. */
  const getTokens = async () => {
    const { code_verifier, announced } = newPkce();
    const code = await issueCode(person, { ...client, redirect_uri }, announced);
    return redeem(code, code_verifier);
  };
  return { browser, authorize, post, redeem, refresh, getTokens };
}

const getStatusWith = async (token: string) =>
  (await call('GET', '/v7.1/user/self/', { token })).status;

describe('a public client', () => {
  // RFC 8252 section 7.
  it('gets, refreshes and revokes tokens without a secret', async () => {
    const { browser, authorize, redeem, refresh, post } = await newPublicParties();
    const { code_verifier, announced } = newPkce();
    await authorize(announced);
    await browser.submit({ decision: 'allow' });
    const code = getCode(browser.getDestination());
    const { status, body } = await redeem(code, code_verifier);
    expect([status, body.scope]).toEqual([200, 'read']);
    expect(await getStatusWith(body.access_token)).toBe(200);

    const { body: refreshed } = await refresh(body.refresh_token);
    expect(await getStatusWith(refreshed.access_token)).toBe(200);

    const { refresh_token: token } = refreshed;
    expect((await post('revoke', { token })).status).toBe(200);
    expect((await refresh(token)).body.error).toBe('invalid_grant');
  });

  it('keeps its access if others send a refresh token that they made up', async () => {
    const { refresh, getTokens } = await newPublicParties();
    const { body } = await getTokens();
    // Whoever has an access token of the grant knows both ids.
    const access = parseToken('access', body.access_token) as Token;
    for (const secret of ['0'.repeat(52), access.secret]) {
      const invented = formatToken('refresh', { ...access, secret });
      expect((await refresh(invented)).body.error).toBe('invalid_grant');
    }
    expect(await getStatusWith(body.access_token)).toBe(200);
    expect((await refresh(body.refresh_token)).status).toBe(200);
  });

  // RFC 9700 section 4.14.2.
  it('loses its access if a refresh token is used again, of whichever generation', async () => {
    const { refresh, getTokens } = await newPublicParties();
    const { body: first } = await getTokens();
    let latest = first;
    for (let count = 0; count < 3; count++)
      latest = (await refresh(latest.refresh_token)).body;
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect(await getStatusWith(latest.access_token)).toBe(401);
  });

  // RFC 8252 section 7.
  it.each(['com.example.ride:/callback', 'http://127.0.0.1:8080/callback'])(
    'gets its code at %s',
    async (redirect_uri) => {
      const { browser, authorize, redeem } = await newPublicParties(redirect_uri);
      const { code_verifier, announced } = newPkce();
      await authorize(announced);
      await browser.submit({ decision: 'allow' });
      const destination = browser.getDestination();
      expect(destination.href).toContain(`${redirect_uri}?code=`);
      const { status } = await redeem(getCode(destination), code_verifier);
      expect(status).toBe(200);
    },
  );

  // RFC 9700 section 2.1.1.
  it('must use PKCE', async () => {
    const { authorize, browser } = await newPublicParties();
    await authorize({});
    const { searchParams } = browser.getDestination();
    expect(searchParams.get('error')).toBe('invalid_request');
    expect(searchParams.get('error_description')).toContain('code_challenge is required');
  });

  // RFC 7636 section 4.6.
  it('gets no tokens for a code with another verifier', async () => {
    const { authorize, browser, redeem } = await newPublicParties();
    await authorize(newPkce().announced);
    await browser.submit({ decision: 'allow' });
    const code = getCode(browser.getDestination());
    const { code_verifier } = newPkce();
    expect((await redeem(code, code_verifier)).body.error).toBe('invalid_grant');
  });

  // RFC 6749 section 10.2.
  it('needs consent every time, even at an https redirect URI', async () => {
    const { getTokens, authorize } = await newPublicParties();
    expect((await getTokens()).status).toBe(200);
    const { text } = await authorize(newPkce().announced);
    expect(text).toContain('name="decision"');
  });

  // RFC 6749 section 4.4, RFC 7662 section 2.1.
  it('has no tokens of its own, and no introspection', async () => {
    const { post, getTokens } = await newPublicParties();
    const response = await post('access_token', { grant_type: 'client_credentials' });
    expect([response.status, response.body.error]).toEqual([400, 'unauthorized_client']);

    const { body } = await getTokens();
    const introspection = await post('introspect', { token: body.access_token });
    expect([introspection.status, introspection.body.error]).toEqual([
      401,
      'invalid_client',
    ]);
  });

  // RFC 6749 section 2.3.
  it('is rejected if it sends a secret', async () => {
    const { post } = await newPublicParties();
    const form = { grant_type: 'refresh_token', refresh_token: 'x', client_secret: 'x' };
    expect((await post('access_token', form)).body.error).toBe('invalid_client');
  });

  // RFC 8252 section 7.1.
  it.each(['http://app.example/callback', 'ride:/callback', 'https://app.example/#x'])(
    'cannot be registered with the redirect URI %s',
    async (redirect_uri) => {
      await expect(newPublicParties(redirect_uri)).rejects.toThrow('redirect_uris');
    },
  );
});
