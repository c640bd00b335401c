import { describe, expect, it } from 'vitest';
import { attemptLimits } from '#functions/auth/rate-limit/limits.ts';
import type { RateLimitKey } from '#functions/auth/rate-limit/rate-limit.store.ts';
import { newClient } from '#kit/fixtures.ts';
import { consumeAttempts } from '#kit/rate-limits.ts';
import { sendFrom } from '#kit/send-from.ts';
import { newClientSecret } from '#shared/auth/tokens.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newNetworkAddress, type TimedService } from './service.ts';

const minute = 60;

/** Tests the limits of requests with client secrets. */
export function testClientRateLimits(service: TimedService): void {
  /** Counts attempts without a request for each. */
  const count = (key: RateLimitKey, attempts: number) =>
    consumeAttempts(key, attempts, service.getNow());

  const requestToken = (
    address: string,
    client_id: string,
    client_secret: string,
    path = 'access_token',
  ) =>
    sendFrom(address, service.urls)<{ error?: string }>('POST', `/v7.0/oauth2/${path}/`, {
      form: { grant_type: 'client_credentials', client_id, client_secret, token: 'x' },
    });

  describe('requests with a wrong client secret', () => {
    it('are throttled, and do not lock out the client at any address (TE-38, AB-03, A15)', async () => {
      const { client_id, client_secret } = await newClient();
      const [attacker, owner] = [newNetworkAddress(), newNetworkAddress()];
      await count(
        { limit: 'client_at_network', parts: [client_id, attacker] },
        attemptLimits.client_at_network - 2,
      );
      const secrets = Array.from({ length: 6 }, (_, i) =>
        i % 2 ? newClientSecret() : 'wrong',
      );
      const responses = await Promise.all(
        secrets.map((secret) => requestToken(attacker, client_id, secret)),
      );
      const throttled = responses.filter(({ status }) => status === 429);
      expect(responses.filter(({ status }) => status === 401)).toHaveLength(2);
      expect(throttled).toHaveLength(responses.length - 2);
      const [first] = throttled;
      expect(first?.body).toEqual({
        error: 'temporarily_unavailable',
        error_description: expect.stringContaining('try again'),
      });
      expect(Number(first?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(first?.headers.get('cache-control')).toBe('no-store');
      expect((await requestToken(owner, client_id, client_secret)).status).toBe(200);
      expect((await requestToken(attacker, client_id, client_secret)).status).toBe(200);
      service.clock.advance(minute);
      expect((await requestToken(attacker, client_id, 'wrong')).status).toBe(401);
    });

    it.each(['revoke', 'introspect'])(
      'are throttled at the %s endpoint too (TE-38, A15, RFC 7009 section 5)',
      async (path) => {
        const [{ client_id }, address] = [await newClient(), newNetworkAddress()];
        const key = { limit: 'client_at_network', parts: [client_id, address] } as const;
        await count(key, attemptLimits.client_at_network - 1);
        expect((await requestToken(address, client_id, 'wrong', path)).status).toBe(401);
        expect((await requestToken(address, client_id, 'wrong', path)).status).toBe(429);
      },
    );

    it('of unknown clients share a limit (TE-38, A15)', async () => {
      const address = newNetworkAddress();
      const key = { limit: 'unknown_clients_at_network', parts: [address] } as const;
      await count(key, attemptLimits.unknown_clients_at_network - 2);
      const names = ['x', newId(new Date()), newId(new Date())];
      const statuses: number[] = [];
      for (const name of names)
        statuses.push((await requestToken(address, name, newClientSecret())).status);
      expect(statuses).toEqual([401, 401, 429]);
    });
  });
}
