import { describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newClient } from '#kit/fixtures.ts';
import { newParties, type Tokens } from '#kit/oauth-parties.ts';

const place = { send: call, urls: inject('service').urls };
const statusWith = async ({ access_token }: Tokens) =>
  (await call('GET', '/v7.0/user/self/', { token: access_token })).status;

async function withTokens() {
  const parties = await newParties(place);
  const { body } = await parties.redeem(await parties.newCode());
  return { ...parties, first: body };
}

describe('a refresh', () => {
  it('gives a new pair of the same user, and new ones for that (A1, A8)', async () => {
    const { first, refresh, user } = await withTokens();
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
    expect(await statusWith(third)).toBe(200);
  });

  it('RT-13 whose answer was lost can be repeated, with the same answer (A8)', async () => {
    const { first, refresh } = await withTokens();
    const { body: lost } = await refresh(first.refresh_token);
    const { status, body: repeated } = await refresh(first.refresh_token);
    expect(status).toBe(200);
    expect(repeated).toEqual({ ...lost, expires_in: expect.any(Number) });
    expect(await statusWith(repeated)).toBe(200);
    expect((await refresh(repeated.refresh_token)).status).toBe(200);
  });

  it('RT-19 ten times at once gives the same working pair to all (A8)', async () => {
    const { first, refresh } = await withTokens();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refresh(first.refresh_token)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const [one] = answers;
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    expect(await statusWith(one?.body as Tokens)).toBe(200);
  });

  it('leaves the access token of the generation before working, and ends the one before that (A8)', async () => {
    const { first, refresh } = await withTokens();
    const { body: second } = await refresh(first.refresh_token);
    expect(await statusWith(second)).toBe(200);
    const { body: third } = await refresh(second.refresh_token);
    expect(await statusWith(first)).toBe(401);
    expect(await statusWith(second)).toBe(200);
    expect(await statusWith(third)).toBe(200);
  });

  it('with a token whose successor was used ends the grant (A8)', async () => {
    const { first, refresh } = await withTokens();
    const { body: second } = await refresh(first.refresh_token);
    const { body: third } = await refresh(second.refresh_token);
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(third.refresh_token)).body.error).toBe('invalid_grant');
    expect(await statusWith(third)).toBe(401);
  });

  it('by another application is refused and changes nothing (A8)', async () => {
    const { first, refresh } = await withTokens();
    const { client_id, client_secret } = await newClient();
    const { status, body } = await refresh(first.refresh_token, {
      client_id,
      client_secret,
    });
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect((await refresh(first.refresh_token)).status).toBe(200);
  });

  it.each(['x', 'fit_rt_x_y_z', 'a'.repeat(10_000)])(
    'RT-03 with an invented token, as %j, is refused (A10)',
    async (token) => {
      const { refresh } = await newParties(place);
      const { status, body } = await refresh(token);
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    },
  );

  it('does not take an access token for a refresh token, nor the other way round (A8)', async () => {
    const { first, refresh } = await withTokens();
    expect((await refresh(first.access_token)).body.error).toBe('invalid_grant');
    expect(await statusWith({ ...first, access_token: first.refresh_token })).toBe(401);
  });
});
