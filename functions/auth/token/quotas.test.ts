import { describe, expect, it } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import { setQuotas } from '#functions/auth/client/client-update.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import { newClient, table } from '#kit/fixtures.ts';
import { readLimitFields } from '#kit/limit-fields.ts';

const requestToken = (form: Record<string, string>) =>
  callHandler('POST', '/v7.1/oauth2/access_token/', {
    form: { grant_type: 'client_credentials', ...form },
  });

/** Creates a client that has ten requests in a day. */
async function newLimitedClient() {
  const { client_id, client_secret } = await newClient();
  await setQuotas(table(), client_id, { client_15min: 10, client_day: 10 });
  return { client_id, client_secret };
}

describe('the token endpoint', () => {
  it('tells the limits of the client that it has authenticated, also with an error', async () => {
    const credentials = await newLimitedClient();
    const accepted = await requestToken(credentials);
    expect(accepted.status).toBe(200);
    expect(readLimitFields(accepted)).toMatchObject({
      policies: [
        { policy: 'application-15min', q: 10 },
        { policy: 'application-day', q: 10 },
      ],
    });
    const refused = [
      { resource: 'https://elsewhere.example' },
      { grant_type: 'refresh_token', refresh_token: 'x' },
    ];
    for (const form of refused) {
      const response = await requestToken({ ...credentials, ...form });
      expect(response.status).toBe(400);
      expect(readLimitFields(response)?.limits).toHaveLength(1);
    }
  });

  it('refuses a client that has no more requests, as temporarily_unavailable', async () => {
    const credentials = await newLimitedClient();
    for (let sent = 0; sent < 10; sent++)
      expect((await requestToken(credentials)).status).toBe(200);
    const { status, body, headers } = await requestToken(credentials);
    expect(status).toBe(429);
    expect(body).toMatchObject({
      error: 'temporarily_unavailable',
      violated_policies: expect.arrayContaining(['application-day']),
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('counts nothing for a wrong secret, which anybody could send', async () => {
    const { client_id } = await newLimitedClient();
    const response = await requestToken({ client_id, client_secret: 'wrong' });
    expect(response.status).toBe(401);
    expect(readLimitFields(response)).toBeUndefined();
  });

  it('counts nothing for a public client, whose id everybody knows', async () => {
    const redirect_uris = ['https://app.example/callback'];
    const registration = { name: 'Phone', redirect_uris };
    const { client_id } = await clients.createPublic(table(), registration, new Date());
    const response = await requestToken({
      client_id,
      grant_type: 'refresh_token',
      refresh_token: 'x',
    });
    expect(response.status).toBe(400);
    expect(readLimitFields(response)).toBeUndefined();
  });
});
