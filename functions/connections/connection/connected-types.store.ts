import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import * as records from '#functions/diary/workout-import/workout-record.store.ts';
import { exists, unchangedSince } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { list } from './remote-connection.store.ts';

/**
 * Returns the change that names the type of a new connection in the user's profile, which the
 * authorizer reads. It fails if the user is erased.
 */
export function toConnectedType(user_id: string, type: string) {
  return {
    update: identityKeys.user(user_id),
    change: { include: { connected_types: type } },
    condition: exists,
  };
}

/**
 * Leaves only those types in the user's profile of which they have a connection, a workout or a
 * value. Does nothing if the profile has changed meanwhile, for example by a new connection: a type
 * that stays named too long does no harm.
 */
export async function settleConnectedTypes(
  table: Table<'get' | 'query' | 'update'>,
  user_id: string,
): Promise<void> {
  const profile = await identities.findProfile(table, user_id);
  const named = [...(profile?.connected_types ?? [])];
  if (!profile || named.length === 0) return;

  const [connections, workouts, exported, measured] = await Promise.all([
    list(table, user_id),
    records.list(table, user_id),
    records.listExportedTypes(table, user_id),
    measurements.listRemoteTypes(table, user_id),
  ]);
  const needed = new Set([
    ...connections.map(({ type }) => type),
    ...workouts.map(({ remote_connection_type }) => remote_connection_type),
    ...exported,
    ...measured,
  ]);
  const kept = named.filter((type) => needed.has(type));
  if (kept.length === named.length) return;
  // DynamoDB has no empty sets.
  const change =
    kept.length > 0
      ? { set: { connected_types: new Set(kept) } }
      : { remove: ['connected_types'] };
  await table.update(identityKeys.user(user_id), change, unchangedSince(profile));
}
