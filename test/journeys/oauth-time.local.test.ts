import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
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

const here: Send = (method, path, options) => send(service.urls, method, path, options);
const place = () => ({ send: here, urls: service.urls, clock: service.clock });
const statusWith = async (token: string) =>
  (await here('GET', '/v7.0/user/self/', { token })).status;

async function withTokens() {
  const parties = await newParties(place());
  const { body } = await parties.redeem(await parties.newCode());
  return { ...parties, first: body };
}

describe('as time passes', () => {
  it('AC-05 a code ends after 10 minutes (A7, RFC 6749 4.1.2)', async () => {
    const { newCode, redeem } = await newParties(place());
    const [early, late] = [await newCode(), await newCode()];
    service.clock.advance(9 * 60);
    expect((await redeem(early)).status).toBe(200);
    service.clock.advance(60);
    const { status, body } = await redeem(late);
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  it('AC-08 a code that comes again after 30 seconds still ends what it gave (A7, RFC 6749 section 4.1.2)', async () => {
    const { newCode, redeem } = await newParties(place());
    const code = await newCode();
    const { body } = await redeem(code);
    service.clock.advance(30);
    expect((await redeem(code)).body.error).toBe('invalid_grant');
    expect(await statusWith(body.access_token)).toBe(401);
  });

  it('CN-06 a request ends after 10 minutes, and the page says so (A6)', async () => {
    const { authorizeUrl, user } = await newParties(place());
    const visitor = newVisitor(here, service.urls.auth);
    await visitor.open(authorizeUrl());
    service.clock.advance(10 * 60);
    const { status, text } = await visitor.submit({
      email: user.email,
      password: user.password,
    });
    expect(status).toBe(400);
    expect(text).toMatch(/start again/i);
  });

  it('a session ends after 12 hours (A12)', async () => {
    const { authorizeUrl, user } = await newParties(place());
    const visitor = newVisitor(here, service.urls.auth);
    await visitor.open(authorizeUrl());
    await visitor.submit({ email: user.email, password: user.password });
    service.clock.advance(day / 2);
    expect((await visitor.open(authorizeUrl())).text).toContain('name="password"');
  });

  it('BR-05 an access token ends after 60 days, and its refresh token goes on (A1, A8, specification 8, RFC 6750 3.1)', async () => {
    const { first, refresh } = await withTokens();
    service.clock.advance(60 * day - 60);
    expect(await statusWith(first.access_token)).toBe(200);
    service.clock.advance(60);
    expect(await statusWith(first.access_token)).toBe(401);
    const { body } = await refresh(first.refresh_token);
    expect(await statusWith(body.access_token)).toBe(200);
  });

  it('RT-13, RT-17 a lost refresh can be repeated for a day, with what is left of its time, and not longer (A8)', async () => {
    const { first, refresh } = await withTokens();
    const { body: lost } = await refresh(first.refresh_token);
    service.clock.advance(day - 60);
    const { body: repeated } = await refresh(first.refresh_token);
    expect(repeated.access_token).toBe(lost.access_token);
    expect(repeated.expires_in).toBeLessThanOrEqual(5_184_000 - day + 60);
    service.clock.advance(60);
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(lost.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('RT-04, RT-05 a refresh token that nobody uses ends after a year (A8, RFC 6749 5.2, RFC 9700 4.14)', async () => {
    const { first, refresh } = await withTokens();
    service.clock.advance(365 * day);
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('BR-06 a token that was revoked ends within a minute, although it was in use (A9, A11, RFC 6750 3.1)', async () => {
    const { first, client } = await withTokens();
    expect(await statusWith(first.access_token)).toBe(200);
    await clients.disable(table(), client.client_id, new Date());
    service.clock.advance(60);
    const { status, headers } = await here('GET', '/v7.0/user/self/', {
      token: first.access_token,
    });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('TE-30 a secret that was replaced ends after a day (A3)', async () => {
    const { client, ownTokens } = await newParties(place());
    const now = new Date(service.clock.now() - day * 1000);
    const replaced = await clients.rotateSecret(table(), client.client_id, now);
    expect((await ownTokens()).body.error).toBe('invalid_client');
    expect(
      (await ownTokens({ client_secret: replaced?.client_secret ?? '' })).status,
    ).toBe(200);
  });
});
