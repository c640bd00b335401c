import { beforeAll, describe, expect, inject, it } from 'vitest';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import { call } from '#kit/call.ts';
import { newClient, table } from '#kit/fixtures.ts';
import { newParties, type Parties, type Tokens } from '#kit/oauth-parties.ts';
import { parseToken, type Token } from '#shared/auth/tokens.ts';
import { exists } from '#shared/table/condition.ts';

const service = { send: call, urls: inject('service').urls };
const getStatus = async ({ access_token }: Tokens) =>
  (await call('GET', '/v7.0/user/self/', { token: access_token })).status;

let parties: Parties;
beforeAll(async () => {
  parties = await newParties(service);
});

/** Redeems a code of the user, and returns the tokens. */
async function redeemCode(): Promise<Tokens> {
  const { newCode, redeem } = parties;
  const { body } = await redeem(await newCode());
  return body;
}

describe('a refresh', () => {
  it('returns new tokens of the same user each time', async () => {
    const { refresh, user } = parties;
    const first = await redeemCode();
    const { body: second, headers } = await refresh(first.refresh_token);
    const { body: third } = await refresh(second.refresh_token, { scope: 'write' });
    expect(
      new Set([first, second, third].map(({ access_token }) => access_token)).size,
    ).toBe(3);
    expect(
      new Set([first, second, third].map(({ refresh_token }) => refresh_token)).size,
    ).toBe(3);
    expect(third).toMatchObject({
      user_id: user.user_id,
      scope: 'read',
      expires_in: 5_184_000,
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await getStatus(third)).toBe(200);
  });

  it('whose response was lost can be repeated, with the same response', async () => {
    const { refresh } = parties;
    const first = await redeemCode();
    const { body: lost } = await refresh(first.refresh_token);
    const { status, body: repeated } = await refresh(first.refresh_token);
    expect(status).toBe(200);
    expect(repeated).toEqual({ ...lost, expires_in: expect.any(Number) });
    expect(await getStatus(repeated)).toBe(200);
    expect((await refresh(repeated.refresh_token)).status).toBe(200);
  });

  it('keeps the access token of the previous generation, and revokes the one before', async () => {
    const { refresh } = parties;
    const first = await redeemCode();
    const { body: second } = await refresh(first.refresh_token);
    expect(await getStatus(second)).toBe(200);
    const { body: third } = await refresh(second.refresh_token);
    expect(await getStatus(first)).toBe(401);
    expect(await getStatus(second)).toBe(200);
    expect(await getStatus(third)).toBe(200);
  });

  it('with a refresh token whose successor was used revokes the grant', async () => {
    const { refresh } = parties;
    const first = await redeemCode();
    const { body: second } = await refresh(first.refresh_token);
    const { body: third } = await refresh(second.refresh_token);
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(third.refresh_token)).body.error).toBe('invalid_grant');
    expect(await getStatus(third)).toBe(401);
  });

  it('of an access that version 0.2.0 granted goes on, and is recognized from then on', async () => {
    const { refresh } = parties;
    const first = await redeemCode();
    const key = parseToken('refresh', first.refresh_token) as Token;
    const change = { remove: ['family_digest'] };
    await table().update(grantKeys.grant(key.user_id, key.id), change, exists);
    let latest = first;
    for (let count = 0; count < 3; count++)
      latest = (await refresh(latest.refresh_token)).body;
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect(await getStatus(latest)).toBe(401);
  });

  it('by another client is rejected, and the token stays valid', async () => {
    const { refresh } = parties;
    const first = await redeemCode();
    const { client_id, client_secret } = await newClient();
    const { status, body } = await refresh(first.refresh_token, {
      client_id,
      client_secret,
    });
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect((await refresh(first.refresh_token)).status).toBe(200);
  });

  it.each(['x', 'fit_rt_x_y_z', 'a'.repeat(10_000)])(
    'with a malformed token, as %j, is rejected',
    async (token) => {
      const { status, body } = await parties.refresh(token);
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    },
  );

  it('rejects an access token as a refresh token, and the reverse', async () => {
    const { refresh } = parties;
    const first = await redeemCode();
    expect((await refresh(first.access_token)).body.error).toBe('invalid_grant');
    expect(await getStatus({ ...first, access_token: first.refresh_token })).toBe(401);
  });
});
