import { pendingSignInKeys } from '#functions/auth/sign-in/pending-sign-in.keys.ts';
import * as pendingSignIns from '#functions/auth/sign-in/pending-sign-in.store.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { getTypeName } from '#shared/reference-data/connection-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { isAbsent, isNew, isPresent } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type ConnectClient,
  type ConnectRequest,
  connectRequestLifetime,
  toContinuePath,
} from './connect-request.ts';

/** Stores a new request that the browser with this secret started. Returns the request's id. */
export async function create(
  table: Table<'put'>,
  { type, client }: { type: string; client: ConnectClient | undefined },
  secret: string,
  now: Date,
): Promise<string> {
  const id = newId(now);
  const expires_at = toEpochSeconds(now) + connectRequestLifetime;
  const request: ConnectRequest = compact({
    id,
    type,
    client,
    browser_digest: toDigest(secret),
    return_path: toContinuePath(id),
    label: { key: 'continueToConnect' as const, name: getTypeName(type) },
    expires_at,
    ttl: expires_at,
  });
  await table.put<ConnectRequest>(
    { ...pendingSignInKeys.connectRequest(id), ...request },
    isNew,
  );
  return id;
}

/** Finds a request as a pending sign-in, which it is too. */
export function find(
  table: Table<'get'>,
  id: string,
  secret: string,
): Promise<ConnectRequest | undefined> {
  return pendingSignIns.find<ConnectRequest>(table, id, secret);
}

/**
 * Marks a request as used by a response of the provider. Returns false if the request was used
 * before, so only one of several callbacks counts.
 */
export async function markUsed(
  table: Table<'update'>,
  id: string,
  now: Date,
): Promise<boolean> {
  const change = { set: { used_at: toEpochSeconds(now) } };
  const isUnused = { pk: isPresent, used_at: isAbsent };
  const { done } = await table.update(
    pendingSignInKeys.connectRequest(id),
    change,
    isUnused,
  );
  return done;
}
