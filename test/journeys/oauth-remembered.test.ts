import { describe, expect, inject, it } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import type { Registration } from '#functions/auth/client/registration.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import * as revocations from '#functions/auth/grant/revocation.store.ts';
import { call } from '#kit/call.ts';
import { issueUserToken, newClient, table } from '#kit/fixtures.ts';
import { newParties } from '#kit/oauth-parties.ts';
import { findFormToken, findLink, newVisitor } from '#kit/visitor.ts';

const { urls } = inject('service');

/** A visitor who is signed in and stands before the question. */
async function atConsent(registration: Partial<Registration> = {}) {
  const parties = await newParties({ send: call, urls }, registration);
  const visitor = newVisitor(call, urls.auth);
  await visitor.open(parties.authorizeUrl());
  const page = await visitor.submit({
    email: parties.user.email,
    password: parties.user.password,
  });
  return { ...parties, visitor, page };
}

/** The same who said yes, so that the application has their tokens. */
async function allowed(registration?: Partial<Registration>) {
  const before = await atConsent(registration);
  await before.visitor.submit({ decision: 'allow' });
  await before.redeem(before.visitor.getDestination().searchParams.get('code') ?? '');
  return before;
}

const asks = (text: string) => text.includes('name="decision"');

describe('an application that a person has allowed before', () => {
  it('is given a code of its own without a question (A13, RFC 9700 4.1)', async () => {
    const { visitor, authorizeUrl, redeem, user } = await allowed();
    await visitor.open(authorizeUrl({ state: 'again' }));
    const answer = visitor.getDestination().searchParams;
    expect(answer.get('state')).toBe('again');
    expect(answer.get('iss')).toBe(urls.main);
    expect((await redeem(answer.get('code') ?? '')).body.user_id).toBe(user.user_id);
  });

  it('is given one code, however many tabs ask for the same request (A7)', async () => {
    const { visitor, authorizeUrl } = await allowed();
    const Cookie = visitor.cookieHeader();
    const get = (url: string) =>
      call('GET', url.slice(urls.auth.length), { host: 'auth', headers: { Cookie } });
    const consent = (await get(authorizeUrl())).headers.get('location') ?? '';
    const answers = await Promise.all(Array.from({ length: 5 }, () => get(consent)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400, 400]);
  });

  it('is asked about again once its grants are revoked (A13, CN-14)', async () => {
    const { visitor, authorizeUrl, user, application } = await allowed();
    await revocations.revokeAllOfUserAndClient(
      table(),
      user.user_id,
      application.client_id,
      new Date(),
    );
    expect(asks((await visitor.open(authorizeUrl())).text)).toBe(true);
  });

  it('is asked about where another person is at the browser (A13)', async () => {
    const { page, visitor, authorizeUrl } = await allowed();
    const other = (await newParties({ send: call, urls })).user;
    await visitor.open(findLink(page));
    await visitor.submit({ email: other.email, password: other.password });
    expect(asks((await visitor.open(authorizeUrl())).text)).toBe(true);
  });

  it('is asked about always where another program could be at its redirect URI (A13, CN-15, RFC 8252 8.6)', async () => {
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
      const { visitor, authorizeUrl } = await allowed(registration);
      expect(asks((await visitor.open(authorizeUrl())).text)).toBe(true);
    }
  });

  it('is asked about where only the operator has let it in (A13)', async () => {
    const application = await newClient();
    const { visitor, authorizeUrl, user } = await atConsent();
    await issueUserToken(user, application);
    expect(asks((await visitor.open(authorizeUrl())).text)).toBe(true);
  });

  it('gets nothing once it is disabled (A9)', async () => {
    const { visitor, authorizeUrl, application } = await allowed();
    const Cookie = visitor.cookieHeader();
    const path = authorizeUrl().slice(urls.auth.length);
    const asked = await call('GET', path, { host: 'auth', headers: { Cookie } });
    await clients.disable(table(), application.client_id, new Date());
    const { status } = await visitor.open(asked.headers.get('location') ?? '');
    expect(status).toBeLessThan(500);
    expect(visitor.hasLeft()).toBe(false);
  });
});

describe('who comes back with the Back button', () => {
  it.each(['allow', 'refuse'] as const)(
    'after saying %s, finds how to start again, and no question that cannot be answered (A13, CN-03)',
    async (decision) => {
      const { visitor } = await atConsent({ native: true, pkce_required: false });
      await visitor.submit({ decision });
      const back = await visitor.reopen();
      expect(back.status).toBe(400);
      expect(asks(back.text)).toBe(false);
      expect(back.text).toContain('Request already completed');
      expect(back.text).toContain('Start again');
    },
  );

  it('and refuses what was allowed already, changes nothing, and is told so (A13, CN-03)', async () => {
    const { visitor, page, user, application } = await allowed();
    const form_token = findFormToken(page);
    const { status, headers } = await visitor.submit({ decision: 'refuse', form_token });
    expect([status, headers.get('location')]).toEqual([400, null]);
    const [grant] = await grants.listByUser(table(), user.user_id);
    expect(grant).toMatchObject({ client_id: application.client_id });
    expect(grant).not.toHaveProperty('revoked_at');
  });

  it('starts the same request once more from there (A13, CN-06, RFC 6749 4.1.2)', async () => {
    const { visitor, authorizeUrl } = await atConsent({
      native: true,
      pkce_required: false,
    });
    await visitor.open(authorizeUrl({ state: 'a b&c' }));
    await visitor.submit({ decision: 'allow' });
    await visitor.open(findLink(await visitor.reopen()));
    await visitor.submit({ decision: 'allow' });
    expect(visitor.getDestination().searchParams.get('state')).toBe('a b&c');
  });
});
