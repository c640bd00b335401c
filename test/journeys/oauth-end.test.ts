import { describe, expect, inject, it } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { call } from '#kit/call.ts';
import { table } from '#kit/fixtures.ts';
import { newParties } from '#kit/oauth-parties.ts';
import { newVisitor } from '#kit/visitor.ts';

const { urls } = inject('service');
const place = { send: call, urls };
const statusWith = async (token: string) =>
  (await call('GET', '/v7.0/user/self/', { token })).status;

async function withTokens() {
  const parties = await newParties(place);
  const { body } = await parties.redeem(await parties.newCode());
  return { ...parties, tokens: body };
}

describe('an application whose registration ends', () => {
  it('AZ-03, TE-29 loses all tokens, and gets no new ones (A9, RFC 6749 5.2)', async () => {
    const { application, tokens, refresh, ownTokens, authorizeUrl } = await withTokens();
    const own = (await ownTokens()).body;
    await clients.disable(table(), application.client_id, new Date());
    expect(await statusWith(tokens.access_token)).toBe(401);
    expect(await statusWith(own.access_token)).toBe(401);
    expect((await refresh(tokens.refresh_token)).status).toBeGreaterThanOrEqual(400);
    expect((await ownTokens()).body.error).toBe('invalid_client');
    const asked = await call('GET', authorizeUrl().slice(urls.auth.length), {
      host: 'auth',
    });
    expect([asked.status, asked.headers.get('location')]).toEqual([400, null]);
  });

  it('gets no code from a page that was open before (A9)', async () => {
    const { application, authorizeUrl, user } = await newParties(place);
    const visitor = newVisitor(call, urls.auth);
    await visitor.open(authorizeUrl());
    await visitor.submit({ email: user.email, password: user.password });
    await clients.disable(table(), application.client_id, new Date());
    const { status, headers } = await visitor.submit({ decision: 'allow' });
    expect([status, headers.get('location')]).toEqual([400, null]);
  });
});

describe('an application whose secret is replaced', () => {
  it('TE-30 works with both for a while (A3, RFC 6749 2.3.1)', async () => {
    const { application, ownTokens } = await newParties(place);
    const replaced = await clients.rotateSecret(
      table(),
      application.client_id,
      new Date(),
    );
    expect((await ownTokens()).status).toBe(200);
    expect(
      (await ownTokens({ client_secret: replaced?.client_secret ?? '' })).status,
    ).toBe(200);
  });

  it('can use the new one at once, also where a warm function remembers the old one (A3, A9)', async () => {
    const { application, tokens, refresh } = await withTokens();
    const next = (await refresh(tokens.refresh_token)).body;
    const replaced = await clients.rotateSecret(
      table(),
      application.client_id,
      new Date(),
    );
    const { status } = await refresh(next.refresh_token, {
      client_secret: replaced?.client_secret ?? '',
    });
    expect(status).toBe(200);
  });
});

describe('a person who is disabled, or has a new password', () => {
  it.each([
    ['is disabled', (email: string) => identities.disable(table(), email, new Date())],
    [
      'has a new password',
      (email: string) =>
        identities.setPassword(table(), email, 'another password', new Date()),
    ],
  ])(
    'AC-20, RT-21, BR-15 and %s loses tokens, codes and sessions (A9, A12)',
    async (_, end) => {
      const { user, tokens, refresh, newCode, redeem, authorizeUrl } = await withTokens();
      const code = await newCode();
      const visitor = newVisitor(call, urls.auth);
      await visitor.open(authorizeUrl());
      await visitor.submit({ email: user.email, password: user.password });
      await end(user.email);
      expect(await statusWith(tokens.access_token)).toBe(401);
      expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
      expect((await redeem(code)).body.error).toBe('invalid_grant');
      expect((await visitor.open(authorizeUrl())).text).toContain('name="password"');
      const again = await visitor.submit({ email: user.email, password: user.password });
      expect(again.status).toBe(403);
    },
  );
});
