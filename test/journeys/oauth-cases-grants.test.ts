import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import {
  acceptsAccessToken,
  type Grant,
  type GrantedAccess,
} from '#functions/auth/grant/grant.ts';
import * as revocations from '#functions/auth/grant/revocation.store.ts';
import { refreshToken } from '#functions/auth/token/token-grants.ts';
import { issueCode } from '#kit/authorization-codes.ts';
import { call } from '#kit/call.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { getCode, newParties, type Parties } from '#kit/oauth-parties.ts';
import { matchesDigest, newSecret, toDigest } from '#shared/auth/secrets.ts';
import { formatToken, parseToken, type Token } from '#shared/auth/tokens.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { openTable } from '#shared/table/table.ts';

const { urls } = inject('service');
const service = { send: call, urls };

let parties: Parties;
beforeAll(async () => {
  parties = await newParties(service);
});

/** Returns the tokens of a grant. Throws if the grant failed. */
function requireTokens(result: grants.GrantResult) {
  if (!result.ok) throw new Error(result.error.reason);
  return result.value;
}

const newCode = () => issueCode(parties.user, parties.client);
/** Sends as many requests as two instances of a function serve in two turns. */
const runAtOnce = <T>(attempt: () => Promise<T>) =>
  Promise.all(Array.from({ length: 4 }, attempt));

describe('a code', () => {
  it('gives tokens to one of several concurrent requests in each round, and the replays revoke them', async () => {
    for (let round = 0; round < 2; round++) {
      const code = await newCode();
      const responses = await runAtOnce(() => parties.redeem(code));
      const errors = responses.map(({ status, body }) =>
        status === 200 ? '' : body.error,
      );
      expect(errors.sort()).toEqual(['', ...Array(3).fill('invalid_grant')]);

      const winner = responses.find(({ status }) => status === 200);
      const { access_token = '', refresh_token = '' } = winner?.body ?? {};
      expect(await parties.getStatusWith(access_token)).toBe(401);
      expect((await parties.refresh(refresh_token)).body.error).toBe('invalid_grant');
    }
  });

  it('ends if the user revokes the grants of its client', async () => {
    const user = await newUser();
    const code = await issueCode(user, parties.client);
    await revocations.revokeAllOfUserAndClient(
      table(),
      user.user_id,
      parties.client.client_id,
      new Date(),
    );
    const { status, body } = await parties.redeem(code);
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  it('has 256 random bits: 1,000 codes differ, and every character varies', () => {
    const token = { user_id: 'u', id: 'g' };
    const codes = Array.from({ length: 1000 }, () =>
      formatToken('code', { ...token, secret: newSecret() }),
    );
    const secrets = codes.map((code) => parseToken('code', code)?.secret ?? '');
    expect(new Set(codes).size).toBe(1000);
    // A character has 5 bits, so the last of 52 has only one.
    for (let index = 0; index < 51; index++)
      expect(new Set(secrets.map((secret) => secret[index])).size).toBe(32);
  });
});

describe('a refresh token', () => {
  it('with a wrong checksum is rejected without a store call', async () => {
    const meter = newMeter();
    const { body } = await parties.redeem(await newCode());
    const client = await clients.find(table(), parties.client.client_id);
    if (!client) throw new Error('The client does not exist.');
    const mistyped = `${body.refresh_token.slice(0, -1)}${body.refresh_token.endsWith('0') ? '1' : '0'}`;
    const request = { refresh_token: mistyped } as Parameters<
      typeof refreshToken.exchange
    >[0]['request'];
    const issuer = urls.main;
    const exchange = {
      request,
      client,
      target: undefined,
      table: openTable(meter),
      issuer,
      now: new Date(),
    };
    expect(await refreshToken.exchange(exchange)).toEqual({
      ok: false,
      error: { reason: expect.any(String) },
    });
    expect(meter.readings().store_calls).toBe(0);
  });

  it('can narrow the scope of its access token, and never widen it', async () => {
    const code = getCode(
      await parties.decide('allow', { scope: 'diary.write profile.read' }),
    );
    const { body: first } = await parties.redeem(code);
    expect(first.scope).toBe('profile.read diary.write');

    const { body: narrow } = await parties.refresh(first.refresh_token, {
      scope: 'diary.read',
    });
    expect(narrow.scope).toBe('diary.read');
    expect(await parties.getStatusWith(narrow.access_token)).toBe(403);
    expect(await parties.getStatusWith(first.access_token)).toBe(200);

    for (const scope of ['read', 'connections.read', 'diary.write images.write']) {
      const { status, body } = await parties.refresh(narrow.refresh_token, { scope });
      expect([status, body.error], scope).toEqual([400, 'invalid_scope']);
    }
    const { body: whole } = await parties.refresh(narrow.refresh_token);
    expect(whole.scope).toBe('profile.read diary.write');
    expect(await parties.getStatusWith(whole.access_token)).toBe(200);
    expect(await parties.getStatusWith(narrow.access_token)).toBe(403);
  });

  // RFC 6749 section 3.3.
  it('ignores an unknown scope, which published client libraries send', async () => {
    let { body } = await parties.redeem(await newCode());
    for (const scope of ['read', 'read write', 'x', '']) {
      const response = await parties.refresh(body.refresh_token, { scope });
      expect([response.status, response.body.scope]).toEqual([200, 'read']);
      body = response.body;
    }
  });

  it('that is sent again does not expire later', async () => {
    const { body } = await parties.redeem(await newCode());
    const introspect = async (token: string) =>
      (await parties.introspect({ ...parties.credentials, token })).body;

    const { body: once } = await parties.refresh(body.refresh_token);
    const before = await introspect(once.refresh_token);
    const { body: again } = await parties.refresh(body.refresh_token);
    expect(again.refresh_token).toBe(once.refresh_token);
    expect(await introspect(again.refresh_token)).toEqual(before);
  });

  it('that is sent several times concurrently returns the same valid tokens, in each round', async () => {
    let { body } = await parties.redeem(await newCode());
    for (let round = 0; round < 2; round++) {
      const responses = await runAtOnce(() => parties.refresh(body.refresh_token));
      expect(responses.map(({ status }) => status)).toEqual(Array(4).fill(200));
      const accessTokens = responses.map(({ body: { access_token } }) => access_token);
      expect(new Set(accessTokens).size).toBe(1);
      body = responses[0]?.body ?? body;
      expect(await parties.getStatusWith(body.access_token)).toBe(200);
    }
  });

  it('of a connection that the user deleted is rejected', async () => {
    const user = await newUser();
    const { body } = await parties.redeem(await issueCode(user, parties.client));
    const query = new URLSearchParams({
      user_id: 'self',
      client_id: parties.client.client_id,
    });
    const ended = await call('DELETE', `/v7.0/oauth2/connection/?${query}`, {
      token: body.access_token,
    });
    expect(ended.status).toBe(204);
    expect((await parties.refresh(body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('that is used ten times leaves two valid access tokens, and an item that does not grow', async () => {
    const { user_id, username } = parties.user;
    const { client_id, name: application_name } = parties.client;
    const grantedAccess: GrantedAccess = {
      user_id,
      username,
      client_id,
      application_name,
      token_use: 'user',
      scope: 'read',
    };
    const now = new Date();
    const first = await grants.issue(table(), grantedAccess, now);
    const accessTokens = [first.access_token];
    let token = parseToken('refresh', first.refresh_token) as Token;
    let size = 0;
    let grant: Grant = first.grant;
    for (let i = 0; i < 10; i++) {
      const next = requireTokens(
        await grants.refresh(table(), token, { client_id, scope: '' }, now),
      );
      accessTokens.push(next.access_token);
      token = parseToken('refresh', next.refresh_token) as Token;
      grant = next.grant;
      if (i === 1) size = JSON.stringify(grant).length;
    }
    const accepted = accessTokens.filter((text) =>
      acceptsAccessToken(grant, parseToken('access', text)?.secret ?? '', now),
    );
    expect(accepted).toEqual(accessTokens.slice(-2));
    expect(JSON.stringify(grant).length - size).toBeLessThan(10);
  });
});

describe('between functions', () => {
  it('clocks may differ by 5 seconds: no code or token is rejected as expired or as issued later', async () => {
    const now = new Date();
    const behind = new Date(now.getTime() - 5000);
    const { client_id } = parties.client;
    const code = parseToken(
      'code',
      await issueCode(parties.user, parties.client, { now }),
    ) as Token;
    const issued = requireTokens(
      await grants.redeem(table(), code, { client_id }, behind),
    );
    const refresh = parseToken('refresh', issued.refresh_token) as Token;
    const ahead = requireTokens(
      await grants.refresh(table(), refresh, { client_id, scope: '' }, now),
    );
    const retried = requireTokens(
      await grants.refresh(table(), refresh, { client_id, scope: '' }, behind),
    );
    expect(retried.access_token).toBe(ahead.access_token);
    expect(
      acceptsAccessToken(
        ahead.grant,
        parseToken('access', ahead.access_token)?.secret ?? '',
        behind,
      ),
    ).toBe(true);
  });

  it('secrets are compared as digests, in constant time', () => {
    const compare = vi.spyOn(crypto, 'timingSafeEqual');
    syncBuiltinESMExports();
    onTestFinished(() => {
      compare.mockRestore();
      syncBuiltinESMExports();
    });

    const digest = toDigest(newSecret());
    const otherSecret = newSecret();
    expect(matchesDigest(otherSecret, digest)).toBe(false);
    expect(compare.mock.calls).toEqual([
      [Buffer.from(toDigest(otherSecret)), Buffer.from(digest)],
    ]);
  });
});
