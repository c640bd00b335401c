import { toDigest } from '#shared/auth/secrets.ts';
import { isId, newId } from '#shared/runtime/ids.ts';
import { epochSeconds } from '#shared/runtime/time.ts';
import { absent, isNew, present } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type AuthorizationRequest,
  authorizationRequestLifetime,
  type Decision,
  isStartedBy,
} from './authorization-request.ts';

type NewAuthorizationRequest = Pick<
  AuthorizationRequest,
  'client_id' | 'application_name' | 'redirect_uri' | 'native' | 'state' | 'code_challenge'
>;

/** Keeps a request until its user has decided, for the browser of that secret; gives its id. */
export async function create(
  table: Table<'put'>,
  opening: NewAuthorizationRequest,
  secret: string,
  now: Date,
): Promise<string> {
  const id = newId(now);
  const expires_at = epochSeconds(now) + authorizationRequestLifetime;
  const request = { id, ...opening, browser_digest: toDigest(secret), expires_at, ttl: expires_at };
  await table.put<AuthorizationRequest>({ ...keys.authorization(id), ...request }, isNew);
  return id;
}

/** The request of that id, if this browser started it; it may have expired. */
export async function find(
  table: Table<'get'>,
  id: string,
  secret: string,
): Promise<AuthorizationRequest | undefined> {
  if (!isId(id)) return undefined;
  const request = await table.get<AuthorizationRequest>(keys.authorization(id));
  return request && isStartedBy(request, secret) ? request : undefined;
}

/**
 * Records what a person said to a request: one write, so that of any number of answers one counts, whoever gives it and
 * whatever it is. True where this is the answer; also where the same person has allowed it before, since their grant is
 * written after this, and one that was never written can be completed (decision record 9).
 */
export async function decide(
  table: Table<'update'>,
  id: string,
  { decision, user_id }: { decision: Decision; user_id: string },
  now: Date,
): Promise<boolean> {
  const outcome = await table.update<AuthorizationRequest>(
    keys.authorization(id),
    { set: { decision, answered_by: user_id, answered_at: epochSeconds(now) } },
    { pk: present, answered_at: absent },
  );
  if (outcome.done) return true;
  const before = outcome.existing;
  return decision === 'allow' && before?.decision === 'allow' && before.answered_by === user_id;
}
