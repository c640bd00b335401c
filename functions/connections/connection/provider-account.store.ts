import { toDigest } from '#shared/auth/secrets.ts';
import { equals, isNew } from '#shared/table/condition.ts';
import { type Key, keys, toOwnedAttributes } from '#shared/table/keys.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import type { ConnectionIds } from './due-index.ts';
import type { RemoteConnection } from './remote-connection.ts';

/** An account at a provider. */
export type ProviderAccount = Pick<RemoteConnection, 'type' | 'remote_id'>;

/** A connection and its account. */
export type ConnectedAccount = ProviderAccount & Pick<RemoteConnection, 'id'>;

function toKey({ type, remote_id }: ProviderAccount): Key {
  return keys.providerAccount(toDigest(`${type} ${remote_id}`));
}

/**
 * Returns the change that assigns an account to a new connection, in one transaction with the
 * connection. It fails if the account has a connection (decision 0045).
 */
export function toAssignment(account: ProviderAccount, ids: ConnectionIds) {
  const key = toKey(account);
  const put = { ...key, ...toOwnedAttributes(ids.user_id, key), ...ids };
  return { put, condition: isNew } satisfies TransactionChange;
}

/** Returns the change that releases the account of a connection that is deleted with it. */
export function toRelease({ id, ...account }: ConnectedAccount) {
  const condition = { remote_connection_id: equals(id) };
  return { delete: toKey(account), condition } satisfies TransactionChange;
}

/** Returns the ids of the connection of a provider account, or undefined if it has none. */
export function findConnectionIds(
  table: Table<'get'>,
  account: ProviderAccount,
): Promise<ConnectionIds | undefined> {
  return table.get<ConnectionIds>(toKey(account));
}
