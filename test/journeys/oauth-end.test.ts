import { describe, expect, inject, it } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import * as clientSecrets from '#functions/auth/client/client-update.store.ts';
import {
  disableUser,
  setPasswordAsOperator,
} from '#functions/auth/identity/change-access.ts';
import { call } from '#kit/call.ts';
import { type TestUser, table } from '#kit/fixtures.ts';
import { newParties } from '#kit/oauth-parties.ts';
import { newTestBrowser } from '#kit/test-browser.ts';

const { urls } = inject('service');
const service = { send: call, urls };
/** Creates parties, and tokens that the user granted. */
async function newPartiesWithTokens() {
  const parties = await newParties(service);
  const { body } = await parties.redeem(await parties.newCode());
  return { ...parties, tokens: body };
}

describe('a client that is disabled', () => {
  it('loses all tokens and gets none that works', async () => {
    const {
      client,
      tokens,
      refresh,
      requestOwnTokens,
      buildAuthorizeUrl,
      getStatusWith,
    } = await newPartiesWithTokens();
    const clientTokens = (await requestOwnTokens()).body;
    await clients.disable(table(), client.client_id, new Date());
    expect(await getStatusWith(tokens.access_token)).toBe(401);
    expect(await getStatusWith(clientTokens.access_token)).toBe(401);
    const refreshed = await refresh(tokens.refresh_token);
    expect(await getStatusWith(refreshed.body.access_token ?? '')).toBe(401);
    // A warm function may issue a token from its cache. No API accepts it.
    const issued = await requestOwnTokens();
    expect(await getStatusWith(issued.body.access_token ?? '')).toBe(401);
    const response = await call('GET', buildAuthorizeUrl().slice(urls.auth.length), {
      host: 'auth',
    });
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  });

  it('gets no code from a consent page that was open before', async () => {
    const { client, buildAuthorizeUrl, user } = await newParties(service);
    const browser = newTestBrowser(call, urls.auth);
    await browser.signIn(user);
    await browser.open(buildAuthorizeUrl());
    await clients.disable(table(), client.client_id, new Date());
    const { status, headers } = await browser.submit({ decision: 'allow' });
    expect([status, headers.get('location')]).toEqual([400, null]);
  });
});

describe('a client whose secret is rotated', () => {
  it('can use the new secret at once, even if a warm function has cached the old one', async () => {
    const { client, tokens, refresh } = await newPartiesWithTokens();
    const refreshed = (await refresh(tokens.refresh_token)).body;
    const replaced = await clientSecrets.rotateSecret(
      table(),
      client.client_id,
      new Date(),
    );
    const { status } = await refresh(refreshed.refresh_token, {
      client_secret: replaced?.client_secret ?? '',
    });
    expect(status).toBe(200);
  });
});

describe('a user', () => {
  it.each([
    ['disabled', ({ user_id }: TestUser) => disableUser(table(), user_id, new Date())],
    [
      'given a new password',
      ({ email }: TestUser) =>
        setPasswordAsOperator(table(), email, 'another password', new Date()),
    ],
  ])('who is %s loses tokens, codes and sessions', async (_, endAccess) => {
    const { user, tokens, refresh, newCode, redeem, buildAuthorizeUrl, getStatusWith } =
      await newPartiesWithTokens();
    const code = await newCode();
    const browser = newTestBrowser(call, urls.auth);
    await browser.signIn(user);
    await browser.open(buildAuthorizeUrl());
    await endAccess(user);
    expect(await getStatusWith(tokens.access_token)).toBe(401);
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await redeem(code)).body.error).toBe('invalid_grant');
    expect((await browser.open(buildAuthorizeUrl())).text).toContain('name="password"');
    const signIn = await browser.submit({ email: user.email, password: user.password });
    expect(signIn.status).toBe(403);
  });
});
