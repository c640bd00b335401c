import { type Grant, isLive } from '#functions/auth/grant/grant.ts';
import { isPersonalClient } from '#shared/auth/principal.ts';
import { name, shownToOthers } from '#shared/contract/schema.ts';
import { daySeconds } from '#shared/runtime/time.ts';

/** Limits of personal access tokens. */
export const personalTokenLimits = {
  /** The tokens of a user that work at the same time. */
  live: 50,
  /** The tokens that a user can create in 24 hours, with those that were revoked since. */
  perDay: 50,
  /** The longest lifetime in days. */
  lifetimeDays: 365,
  /** The days for which an expired token is shown. */
  shownDays: 30,
};

/** The name of a token. A mail has it, so it cannot look like another text. */
export const PersonalTokenName = shownToOthers(name(50));

/** The choices of a person for a new token. */
export interface NewPersonalToken {
  name: string;
  /** The names of the scopes, separated by spaces. */
  scope: string;
  /** In seconds since 1970. */
  expires_at: number;
}

/**
 * Lists the grants that are personal access tokens and that the user has not revoked, the newest
 * first. Those that have expired are shown for a while. Expects grants in creation order.
 */
export function listPersonalTokens(grants: readonly Grant[], now: Date): Grant[] {
  const shown = grants.filter(({ client_id, revoked_at, ttl }) => {
    const isKept = revoked_at === undefined && ttl * 1000 > now.getTime();
    return isPersonalClient(client_id) && isKept;
  });
  return shown.reverse();
}

/** Returns whether a user has as many tokens as allowed. */
export function hasTooManyTokens(grants: readonly Grant[], now: Date): boolean {
  const personal = grants.filter(({ client_id }) => isPersonalClient(client_id));
  const live = personal.filter((grant) => isLive(grant, now));
  const dayAgo = new Date(now.getTime() - daySeconds * 1000).toISOString();
  const recent = personal.filter(({ created_datetime }) => created_datetime > dayAgo);
  const { live: maxLive, perDay } = personalTokenLimits;
  return live.length >= maxLive || recent.length >= perDay;
}
