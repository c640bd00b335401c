import { expect, it } from 'vitest';
import { attemptLimits } from '#functions/auth/rate-limit/limits.ts';
import { newClient } from '#kit/fixtures.ts';
import { consumeAttempts } from '#kit/rate-limits.ts';
import { sendFrom } from '#kit/send-from.ts';
import { newNetworkAddress, type TimedService } from './service.ts';

/**
 * Tests that endpoints limit wrong client secrets. Tests of `authenticateClient` cover all limits.
 */
export function testClientRateLimits(service: TimedService): void {
  it.each(['access_token', 'revoke', 'introspect'])(
    'requests with a wrong client secret are throttled at the %s endpoint',
    async (path) => {
      const [{ client_id }, address] = [await newClient(), newNetworkAddress()];
      await consumeAttempts(
        { limit: 'client_at_network', parts: [client_id, address] },
        attemptLimits.client_at_network,
        service.getNow(),
      );
      const grant_type = 'client_credentials';
      const form = { grant_type, client_id, client_secret: 'wrong', token: 'x' };
      const send = sendFrom(address, service.urls);
      const throttled = await send('POST', `/v7.0/oauth2/${path}/`, { form });
      expect(throttled.status).toBe(429);
      expect(throttled.body).toEqual({
        error: 'temporarily_unavailable',
        error_description: expect.stringContaining('try again'),
      });
      expect(throttled.headers.get('retry-after')).toBe('60');
      expect(throttled.headers.get('cache-control')).toBe('no-store');
    },
  );
}
