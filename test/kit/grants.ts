import type { Grant } from '#functions/auth/grant/grant.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';

/** The moment at which the tests of grants take place. */
export const now = new Date('2026-11-20T12:00:00Z');
/** A moment that many seconds later. */
export const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

/** A grant of the user `u` to the application `c`, which ends in a minute, as the store would have it. */
export function storedGrant(more: Partial<Grant> = {}): Grant {
  const ends = toEpochSeconds(now) + 60;
  return {
    id: 'g',
    user_id: 'u',
    username: 'ann',
    client_id: 'c',
    application_name: 'Test',
    token_use: 'user',
    scope: 'read',
    created_datetime: now.toISOString(),
    expires_at: ends,
    ttl: ends,
    generation: 1,
    ...more,
  };
}
