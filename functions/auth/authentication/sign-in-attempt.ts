import { audit } from '#shared/runtime/audit.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import type { Table } from '#shared/table/table.ts';
import * as identities from '../identity/identity.store.ts';
import { type Identity, normalizeEmail } from '../identity/identity.ts';
import { verifyPassword } from '../identity/password.ts';
import { toNetwork, toSite } from '../rate-limit/network.ts';
import type { RateLimitKey } from '../rate-limit/rate-limit.store.ts';
import * as rateLimits from '../rate-limit/rate-limit.store.ts';
import * as trustedDevices from './trusted-device.store.ts';

/** The request that contains a sign-in attempt. */
export interface SignInContext {
  table: Table<'get' | 'update'>;
  now: Date;
  sourceAddress: string;
  requestId: string;
}

/** An email and password that a person entered. */
export interface SignInAttempt {
  email: string;
  password: string;
  /** The prefix of the attempt's audit event names. */
  purpose: 'sign_in' | 'password_change';
  /** The client that the person signs in for. */
  client_id?: string | undefined;
  /** The secret of the device cookie, or an empty text. */
  device: string;
}

/** Why an attempt failed: wrong email or password, or too many attempts. */
export type SignInProblem = 'wrong' | { retryAfter: number };

/** The seconds to wait, 0 if the attempt is allowed, and the limits that it consumed. */
interface LimitDecision {
  retryAfter: number;
  consumed: readonly RateLimitKey[];
}

/**
 * Verifies a password, within rate limits. An unknown email consumes the same limits and time as a
 * wrong password. A limited attempt fails before the password is verified.
 */
export async function verifySignIn(
  context: SignInContext,
  attempt: SignInAttempt,
): Promise<Result<Identity, SignInProblem>> {
  const { table, now, requestId } = context;
  const { email, password, purpose, device, client_id } = attempt;
  const identity = await identities.findByEmail(table, email);
  const isTrusted = await trustedDevices.isTrusted(table, identity, device, now);
  const { retryAfter, consumed } = await consumeLimits(context, attempt, isTrusted);

  const subject = { request_id: requestId, client_id, user_id: identity?.user_id };
  if (retryAfter > 0) {
    audit(`${purpose}_rate_limited`, subject);
    return failure({ retryAfter });
  }

  const isCorrect = await verifyPassword(password, identity?.password_hash);
  if (!identity || !isCorrect || identity.disabled_datetime !== undefined) {
    audit(`${purpose}_failed`, subject);
    return failure('wrong');
  }

  const refunds = consumed.map((key) => rateLimits.refund(table, key, now));
  await Promise.all(refunds);
  return success(identity);
}

/**
 * Consumes the limit for this account on its trusted device, or else for this account from this
 * network. Only an untrusted device within that limit also consumes the shared limits, so
 * strangers cannot lock a user out elsewhere.
 */
async function consumeLimits(
  context: SignInContext,
  attempt: SignInAttempt,
  isTrusted: boolean,
): Promise<LimitDecision> {
  const { table, now, sourceAddress } = context;
  const account = normalizeEmail(attempt.email);
  const network = toNetwork(sourceAddress);
  const ownKey: RateLimitKey = isTrusted
    ? { limit: 'account_on_trusted_device', parts: [account, attempt.device] }
    : { limit: 'account_at_network', parts: [account, network] };

  const retryAfter = await rateLimits.consume(table, ownKey, now);
  if (isTrusted || retryAfter > 0) return { retryAfter, consumed: [ownKey] };

  const shared = await consumeSharedLimits(context, account);
  return { ...shared, consumed: [ownKey, ...shared.consumed] };
}

/**
 * Consumes the limits of the account and of the network. Once the account's limit is exceeded, a
 * separate limit applies to each site (an IPv4 address or an IPv6 /48), so the owner can still
 * sign in.
 */
async function consumeSharedLimits(
  { table, now, sourceAddress }: SignInContext,
  account: string,
): Promise<LimitDecision> {
  const accountKey: RateLimitKey = { limit: 'account', parts: [account] };
  const networkKey: RateLimitKey = {
    limit: 'network',
    parts: [toNetwork(sourceAddress)],
  };
  const [accountRetryAfter, networkRetryAfter] = await Promise.all([
    rateLimits.consume(table, accountKey, now),
    rateLimits.consume(table, networkKey, now),
  ]);
  const consumed = [accountKey, networkKey];
  if (networkRetryAfter > 0) return { retryAfter: networkRetryAfter, consumed };
  if (accountRetryAfter === 0) return { retryAfter: 0, consumed };

  const siteKey: RateLimitKey = {
    limit: 'account_at_site',
    parts: [account, toSite(sourceAddress)],
  };
  const retryAfter = await rateLimits.consume(table, siteKey, now);
  return { retryAfter, consumed: [...consumed, siteKey] };
}

/** Returns the response to a failed attempt: the page again, with the problem. */
export function buildProblemResponse(
  problem: SignInProblem,
  body: string,
  headers: Readonly<Record<string, string>> = {},
) {
  if (problem === 'wrong') return { status: 403 as const, headers, body };
  return {
    status: 429 as const,
    headers: { ...headers, 'Retry-After': String(problem.retryAfter) },
    body,
  };
}
