import { matchesDigest, toDigest } from '#shared/auth/secrets.ts';
import { isId, newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { isAbsent, isNew, isPresent } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { authorizationKeys } from './authorization.keys.ts';
import {
  type AuthorizationRequest,
  authorizationRequestLifetime,
  type Decision,
  type NewAuthorizationRequest,
} from './authorization.ts';

/** Stores a new request that the browser with this secret started. Returns the request's id. */
export async function create(
  table: Table<'put'>,
  newRequest: NewAuthorizationRequest,
  secret: string,
  now: Date,
): Promise<string> {
  const id = newId(now);
  const expires_at = toEpochSeconds(now) + authorizationRequestLifetime;
  const request: AuthorizationRequest = {
    id,
    ...newRequest,
    browser_digest: toDigest(secret),
    requested_datetime: now.toISOString(),
    expires_at,
    ttl: expires_at,
  };
  const key = authorizationKeys.authorization(id);
  await table.put<AuthorizationRequest>({ ...key, ...request }, isNew);
  return id;
}

/**
 * Returns a request, even an expired one. Returns undefined if the request does not exist, or was
 * not started by the browser with this secret.
 */
export async function find(
  table: Table<'get'>,
  id: string,
  secret: string,
): Promise<AuthorizationRequest | undefined> {
  if (!isId(id)) return undefined;
  const key = authorizationKeys.authorization(id);
  const request = await table.get<AuthorizationRequest>(key);
  return request && matchesDigest(secret, request.browser_digest) ? request : undefined;
}

/** The part of a client's document that its request needs. */
type Verification = Required<Pick<AuthorizationRequest, 'document'>> &
  Pick<AuthorizationRequest, 'application_name' | 'native' | 'client_uri' | 'policy_uri'>;

/**
 * Stores what the document of a request's client says. Returns the request as it is then: of
 * several documents, e.g. of two reloads of the page, the first one counts.
 */
export async function verify(
  table: Table<'update'>,
  id: string,
  verification: Verification,
): Promise<AuthorizationRequest | undefined> {
  const outcome = await table.update<AuthorizationRequest>(
    authorizationKeys.authorization(id),
    { set: { ...verification }, remove: ['unverified'] },
    { unverified: isPresent },
  );
  return outcome.done ? outcome.item : outcome.existing;
}

/** A user's decision on a request. */
interface UserDecision {
  decision: Decision;
  user_id: string;
}

/**
 * Records a decision and returns whether it counts. The write is conditional, so that only the
 * first decision counts.
 *
 * A repeated approval by the same user counts as well. The grant is written afterwards, so a repeat
 * can complete an approval that was interrupted (decision 0009).
 */
export async function decide(
  table: Table<'update'>,
  id: string,
  { decision, user_id }: UserDecision,
  now: Date,
): Promise<boolean> {
  const change = {
    set: {
      decision,
      answered_by: toDigest(user_id),
      answered_at: toEpochSeconds(now),
    },
  };
  const isUndecided = { pk: isPresent, answered_at: isAbsent };
  const outcome = await table.update<AuthorizationRequest>(
    authorizationKeys.authorization(id),
    change,
    isUndecided,
  );
  if (outcome.done) return true;

  const { existing } = outcome;
  const isApproval = decision === 'allow' && existing?.decision === 'allow';
  return isApproval && existing.answered_by === toDigest(user_id);
}
