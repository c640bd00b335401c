import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import * as clientSecrets from '#functions/auth/client/client-secret.store.ts';
import { table } from '#kit/fixtures.ts';
import { newParties } from '#kit/oauth-parties.ts';
import { startServiceWithOwnClock } from '#kit/own-service.ts';
import { type Send, send } from '#kit/send.ts';
import { newVisitor } from '#kit/visitor.ts';
import type { LocalService } from '#lib/local/service.ts';

const day = 24 * 60 * 60;

let service: LocalService;

beforeAll(async () => {
  service = await startServiceWithOwnClock();
});

afterAll(() => service.close());

const call: Send = (method, path, options) => send(service.urls, method, path, options);

/** Creates a user and a client of the service whose clock the tests move. */
const newTimedParties = () =>
  newParties({ send: call, urls: service.urls, clock: service.clock });

/** Creates parties, and tokens that the user granted. */
async function newPartiesWithTokens() {
  const parties = await newTimedParties();
  const { body } = await parties.redeem(await parties.newCode());
  return { ...parties, first: body };
}

describe('in the course of time', () => {
  it('AC-05 a code expires after 10 minutes (A7, RFC 6749 4.1.2)', async () => {
    const { newCode, redeem } = await newTimedParties();
    const [early, late] = [await newCode(), await newCode()];
    service.clock.advance(9 * 60);
    expect((await redeem(early)).status).toBe(200);
    service.clock.advance(60);
    const { status, body } = await redeem(late);
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  it('AC-08 a code that is replayed after 30 seconds still revokes its tokens (A7, RFC 6749 section 4.1.2)', async () => {
    const { newCode, redeem, statusWith } = await newTimedParties();
    const code = await newCode();
    const { body } = await redeem(code);
    service.clock.advance(30);
    expect((await redeem(code)).body.error).toBe('invalid_grant');
    expect(await statusWith(body.access_token)).toBe(401);
  });

  it('CN-06 an authorization request expires after 10 minutes, and the page says so (A6)', async () => {
    const { authorizeUrl, user } = await newTimedParties();
    const visitor = newVisitor(call, service.urls.auth);
    await visitor.open(authorizeUrl());
    service.clock.advance(10 * 60);
    const { status, text } = await visitor.submit({
      email: user.email,
      password: user.password,
    });
    expect(status).toBe(400);
    expect(text).toMatch(/start again/i);
  });

  it('a session expires after 12 hours (A12)', async () => {
    const { authorizeUrl, user } = await newTimedParties();
    const visitor = newVisitor(call, service.urls.auth);
    await visitor.signIn(user, new Date(service.clock.now()));
    service.clock.advance(day / 2 - 1);
    expect((await visitor.open(authorizeUrl())).text).toContain('name="decision"');
    service.clock.advance(1);
    expect((await visitor.open(authorizeUrl())).text).toContain('name="password"');
  });

  it('BR-05 an access token expires after 60 days, and its refresh token stays valid (A1, A8, specification 8, RFC 6750 3.1)', async () => {
    const { first, refresh, statusWith } = await newPartiesWithTokens();
    service.clock.advance(60 * day - 60);
    expect(await statusWith(first.access_token)).toBe(200);
    service.clock.advance(60);
    expect(await statusWith(first.access_token)).toBe(401);
    const { body } = await refresh(first.refresh_token);
    expect(await statusWith(body.access_token)).toBe(200);
  });

  it('RT-13, RT-17 a refresh can be repeated for a day, and the tokens do not expire later (A8)', async () => {
    const { first, refresh } = await newPartiesWithTokens();
    const { body: lost } = await refresh(first.refresh_token);
    service.clock.advance(day - 60);
    const { body: repeated } = await refresh(first.refresh_token);
    expect(repeated.access_token).toBe(lost.access_token);
    expect(repeated.expires_in).toBe(5_184_000 - day + 60);
    service.clock.advance(60);
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(lost.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('RT-04, RT-05 an unused refresh token expires after a year (A8, RFC 6749 5.2, RFC 9700 4.14)', async () => {
    const { first, refresh } = await newPartiesWithTokens();
    service.clock.advance(365 * day);
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('BR-06 a revoked token is rejected after a minute, although its use was cached (A9, A11, RFC 6750 3.1)', async () => {
    const { first, client, statusWith } = await newPartiesWithTokens();
    expect(await statusWith(first.access_token)).toBe(200);
    await clients.disable(table(), client.client_id, new Date(service.clock.now()));
    service.clock.advance(60);
    const { status, headers } = await call('GET', '/v7.0/user/self/', {
      token: first.access_token,
    });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('a revoked secret is rejected after a minute, although its client was cached (A9)', async () => {
    const { client, ownTokens } = await newTimedParties();
    expect((await ownTokens()).status).toBe(200);
    const now = new Date(service.clock.now());
    await clientSecrets.replaceSecrets(table(), client.client_id, now);
    service.clock.advance(60);
    expect((await ownTokens()).body.error).toBe('invalid_client');
  });

  it('TE-30 a rotated secret expires after a day (A3)', async () => {
    const { client, ownTokens } = await newTimedParties();
    const now = new Date(service.clock.now() - day * 1000);
    const replaced = await clientSecrets.rotateSecret(table(), client.client_id, now);
    expect((await ownTokens()).body.error).toBe('invalid_client');
    expect(
      (await ownTokens({ client_secret: replaced?.client_secret ?? '' })).status,
    ).toBe(200);
  });
});
