import type { Grant } from '#functions/auth/grant/grant.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';

/** The time in the tests of grants. */
export const now = new Date('2026-11-20T12:00:00Z');
/** Returns the time this many seconds after `now`. */
export const getTimeAfter = (seconds: number) => new Date(now.getTime() + seconds * 1000);

/** Builds a stored grant of the user `u` to the client `c` that expires in a minute. */
export function buildStoredGrant(more: Partial<Grant> = {}): Grant {
  const expires_at = toEpochSeconds(now) + 60;
  return {
    id: 'g',
    user_id: 'u',
    username: 'ann',
    client_id: 'c',
    application_name: 'Test',
    token_use: 'user',
    scope: 'read',
    created_datetime: now.toISOString(),
    expires_at,
    ttl: expires_at,
    generation: 1,
    ...more,
  };
}
