import type { Principal } from '#shared/auth/principal.ts';
import type { Links } from '#shared/hal/links.ts';
import { formatOffsetTime } from '#shared/runtime/time.ts';

/** The most remote connections of a user. */
export const maxRemoteConnections = 100;

/** Seconds between two syncs of a connection that its user requests. */
export const minRequestInterval = 60;

/**
 * Whether workouts can be imported: `syncing` during the first import after the account was
 * connected or connected again, and `reauthorization_required` if the provider refuses our tokens.
 */
export const connectionStatuses = [
  'connected',
  'syncing',
  'reauthorization_required',
] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/**
 * A user's connection to a provider. The item in the table also has the encrypted tokens, which
 * functions that serve clients can neither name nor decrypt (decision 0040).
 */
export interface RemoteConnection {
  id: string;
  remote_id: string;
  type: string;
  created_datetime: string;
  /** Absent until a first sync is recorded. */
  last_sync_time?: string;
  /** Absent if it was never synchronized, which counts as `connected`. */
  status?: ConnectionStatus;
  /**
   * The number of workouts that the provider has and that could not be read so far. Syncs try them
   * again. Absent if there were none yet.
   */
  unreadable_workouts?: number;
}

/**
 * Returns a connection as a caller may know it. If the provider is hidden, it has neither the
 * account, which the provider has told us, nor the last sync: one beside the daily syncs follows a
 * webhook about a workout.
 */
export function hideAccount<Connection extends RemoteConnection>(
  connection: Connection,
  hidden_types: readonly string[],
): Connection {
  if (!hidden_types.includes(connection.type)) return connection;
  return { ...connection, remote_id: connection.id, last_sync_time: undefined };
}

/** Returns a remote connection as a caller sees it. */
export function present(
  connection: RemoteConnection,
  { user_id, hidden_types }: Pick<Principal, 'user_id' | 'hidden_types'>,
  links: Links,
) {
  const { id, type, created_datetime, status = 'connected' } = connection;
  const { remote_id, last_sync_time } = hideAccount(connection, hidden_types);
  return {
    remote_id,
    type,
    created_datetime: formatOffsetTime(created_datetime),
    last_sync_time:
      last_sync_time === undefined ? null : formatOffsetTime(last_sync_time),
    status,
    _links: {
      self: links.item('remoteconnection', id),
      user: links.item('user', user_id),
      documentation: links.documentation('remoteconnection'),
    },
  };
}
