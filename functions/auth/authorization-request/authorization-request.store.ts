import { digestOf } from '../../../shared/auth/secrets.ts';
import { isId, newId } from '../../../shared/runtime/ids.ts';
import { epochSeconds } from '../../../shared/runtime/time.ts';
import { absent, isNew, present } from '../../../shared/table/condition.ts';
import { keys } from '../../../shared/table/keys.ts';
import type { Table } from '../../../shared/table/table.ts';
import { type AuthorizationRequest, isOf, requestLifetime } from './authorization-request.ts';

type Opening = Pick<
  AuthorizationRequest,
  'client_id' | 'application_name' | 'redirect_uri' | 'native' | 'state' | 'code_challenge'
>;

/** Keeps a request until its user has decided, for the browser of that secret; gives its id. */
export async function open(
  table: Table<'put'>,
  opening: Opening,
  secret: string,
  now: Date,
): Promise<string> {
  const id = newId(now);
  const expires_at = epochSeconds(now) + requestLifetime;
  const request = { id, ...opening, browser_digest: digestOf(secret), expires_at, ttl: expires_at };
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
  return request && isOf(request, secret) ? request : undefined;
}

/** Records that a request was refused; false where that was done before. */
export async function refuse(table: Table<'update'>, id: string, now: Date): Promise<boolean> {
  const change = { set: { refused_at: epochSeconds(now) } };
  const { done } = await table.update(keys.authorization(id), change, { pk: present, refused_at: absent });
  return done;
}
