import { beforeEach, describe, expect, it, vi } from 'vitest';
import { allowedAttempts } from '#functions/auth/attempts/attempt-windows.ts';
import { newClient, table } from '#kit/fixtures.ts';
import { consumeAttempts } from '#kit/rate-limits.ts';
import { newClientSecret } from '#shared/auth/tokens.ts';
import { ServiceError, serviceError } from '#shared/errors/errors.ts';
import { newId } from '#shared/runtime/ids.ts';
import { authenticateClient } from './authenticate-client.ts';

// The audit events of attempts are not output of the tests.
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

const start = new Date('2026-11-20T12:00:00Z');
const inAMinute = new Date(start.getTime() + 60_000);

/** Returns a network address that no other test uses. */
const newAddress = () => newId(start);

/** Authenticates a client. Returns `success`, or the code of the error. */
async function authenticate(
  address: string,
  client_id: string,
  client_secret: string,
  now = start,
): Promise<string> {
  const buildInvalidClientError = () =>
    serviceError('invalid_client', { reason: 'wrong' });
  const credentials = { client_id, client_secret, buildInvalidClientError };
  const request = { requestId: 'request', sourceAddress: address, fail: serviceError };
  try {
    await authenticateClient({ ...request, table: table(), now }, credentials);
    return 'success';
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}

describe('wrong client secrets', () => {
  it('are throttled until the window ends, and do not lock out the client at any address', async () => {
    const { client_id, client_secret } = await newClient();
    const [attacker, owner] = [newAddress(), newAddress()];
    const key = { limit: 'client_at_network', parts: [client_id, attacker] } as const;
    await consumeAttempts(key, allowedAttempts.client_at_network - 2, start);
    const secrets = ['wrong', newClientSecret(), 'wrong', newClientSecret()];
    const codes = await Promise.all(
      secrets.map((secret) => authenticate(attacker, client_id, secret)),
    );
    expect(codes.toSorted()).toEqual([
      ...Array(2).fill('invalid_client'),
      ...Array(2).fill('too_many_attempts'),
    ]);
    for (const address of [attacker, owner])
      expect(await authenticate(address, client_id, client_secret)).toBe('success');
    expect(await authenticate(attacker, client_id, 'wrong', inAMinute)).toBe(
      'invalid_client',
    );
  });

  it('of unknown clients share a limit', async () => {
    const address = newAddress();
    const key = { limit: 'unknown_clients_at_network', parts: [address] } as const;
    await consumeAttempts(key, allowedAttempts.unknown_clients_at_network - 2, start);
    const codes: string[] = [];
    for (const name of ['x', newId(start), newId(start)])
      codes.push(await authenticate(address, name, newClientSecret()));
    expect(codes).toEqual(['invalid_client', 'invalid_client', 'too_many_attempts']);
  });
});
