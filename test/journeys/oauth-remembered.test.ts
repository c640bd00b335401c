import { describe, expect, inject, it } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import type { Registration } from '#functions/auth/client/registration.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import * as revocations from '#functions/auth/grant/revocation.store.ts';
import { call } from '#kit/call.ts';
import { issueUserToken, newUser, table } from '#kit/fixtures.ts';
import { getCode, newParties } from '#kit/oauth-parties.ts';
import type { TestResponse } from '#kit/send.ts';
import { findFormToken, findLink, newVisitor } from '#kit/visitor.ts';

const { urls } = inject('service');

/** Creates a user who is signed in, and a client. */
async function newSignedInParties(registration: Partial<Registration> = {}) {
  const parties = await newParties({ send: call, urls }, registration);
  const visitor = newVisitor(call, urls.auth);
  await visitor.signIn(parties.user);
  return { ...parties, visitor };
}

/** Redeems a code that the user has granted to the client, so the consent is remembered. */
async function allowClient(registration?: Partial<Registration>) {
  const parties = await newSignedInParties(registration);
  await parties.redeem(await parties.newCode());
  return parties;
}

const asksForConsent = ({ text }: TestResponse) => text.includes('name="decision"');

describe('a client that the user has allowed before', () => {
  it('gets a new code without the consent page, also after a sign-in, but not a code for another user of the browser', async () => {
    const { visitor, buildAuthorizeUrl, redeem, user } = await newSignedInParties();
    const page = await visitor.open(buildAuthorizeUrl());
    await visitor.submit({ decision: 'allow' });
    await redeem(getCode(visitor.getDestination()));
    await visitor.open(buildAuthorizeUrl({ state: 'again' }));
    const destination = visitor.getDestination();
    expect(destination.searchParams.get('state')).toBe('again');
    expect(destination.searchParams.get('iss')).toBe(urls.main);
    expect((await redeem(getCode(destination))).body.user_id).toBe(user.user_id);

    visitor.cookies.delete('__Host-fit_session');
    await visitor.open(buildAuthorizeUrl({ state: 'later' }));
    await visitor.submit({ email: user.email, password: user.password });
    expect(visitor.getDestination().searchParams.get('state')).toBe('later');

    const other = await newUser();
    await visitor.open(findLink(page));
    await visitor.submit({ email: other.email, password: other.password });
    expect(asksForConsent(await visitor.open(buildAuthorizeUrl()))).toBe(true);
  });

  it('gets one code if four tabs send the same request', async () => {
    const { visitor, buildAuthorizeUrl } = await allowClient();
    await visitor.open(buildAuthorizeUrl());
    const Cookie = visitor.getCookieHeader();
    const get = (url: string) =>
      call('GET', url.slice(urls.auth.length), { host: 'auth', headers: { Cookie } });
    const consent = (await get(buildAuthorizeUrl())).headers.get('location') ?? '';
    const responses = await Promise.all(Array.from({ length: 4 }, () => get(consent)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([303, 400, 400, 400]);
  });

  it('needs consent again after its grants are revoked', async () => {
    const { visitor, buildAuthorizeUrl, user, client } = await allowClient();
    await revocations.revokeAllOfUserAndClient(
      table(),
      user.user_id,
      client.client_id,
      new Date(),
    );
    expect(asksForConsent(await visitor.open(buildAuthorizeUrl()))).toBe(true);
  });

  it('needs consent each time if another program could receive its redirect', async () => {
    const registrations = [
      { native: true, pkce_required: false },
      {
        native: true,
        pkce_required: false,
        redirect_uris: ['http://127.0.0.1/callback'],
      },
      { redirect_uris: ['http://localhost:8080/callback'] },
    ];
    for (const registration of registrations) {
      const { visitor, buildAuthorizeUrl } = await allowClient(registration);
      expect(asksForConsent(await visitor.open(buildAuthorizeUrl()))).toBe(true);
    }
  });

  it('needs consent if only the operator has granted a token', async () => {
    const { visitor, buildAuthorizeUrl, user, client } = await newSignedInParties();
    await issueUserToken(user, client);
    expect(asksForConsent(await visitor.open(buildAuthorizeUrl()))).toBe(true);
  });

  it('gets no code after the operator disables it', async () => {
    const { visitor, buildAuthorizeUrl, client } = await allowClient();
    await visitor.open(buildAuthorizeUrl());
    expect(visitor.hasLeft()).toBe(true);
    const Cookie = visitor.getCookieHeader();
    const path = buildAuthorizeUrl().slice(urls.auth.length);
    const redirect = await call('GET', path, { host: 'auth', headers: { Cookie } });
    await clients.disable(table(), client.client_id, new Date());
    const { status } = await visitor.open(redirect.headers.get('location') ?? '');
    expect(status).toBeLessThan(500);
    expect(visitor.hasLeft()).toBe(false);
  });
});

it('a denial after the approval is an error, and the grant stays', async () => {
  const { visitor, buildAuthorizeUrl, redeem, user, client } = await newSignedInParties();
  const form_token = findFormToken(await visitor.open(buildAuthorizeUrl()));
  await visitor.submit({ decision: 'allow' });
  await redeem(getCode(visitor.getDestination()));
  const { status, headers } = await visitor.submit({ decision: 'deny', form_token });
  expect([status, headers.get('location')]).toEqual([400, null]);
  const [grant] = await grants.listByUser(table(), user.user_id);
  expect(grant).toMatchObject({ client_id: client.client_id });
  expect(grant).not.toHaveProperty('revoked_at');
});
