import * as z from 'zod/mini';
import type { Principal } from '#shared/auth/principal.ts';
import { described } from '#shared/contract/schema.ts';
import { ItemLink, type Links, PlainLink } from '#shared/hal/links.ts';
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

/** A remote connection as clients see it (specification 2.4). */
export const RemoteConnectionRepresentation = z
  .object({
    remote_id: described(
      z.string(),
      "The provider's id of the connected account. For an application that may not see the data " +
        'of the provider, the id of the connection.',
      '8f2c61d0',
    ),
    type: described(
      z.string(),
      'The provider: the `type` of a remote connection type.',
      'garmin',
    ),
    created_datetime: described(
      z.string(),
      'When it was created.',
      '2026-11-20T09:30:00+00:00',
    ),
    last_sync_time: described(
      z.nullable(z.string()),
      'The last successful sync, or null before the first. Always null for an application that ' +
        'may not see the data of the provider.',
      '2026-11-20T10:00:00+00:00',
    ),
    status: z
      .enum(connectionStatuses)
      .check(
        z.describe(
          '`syncing` during the first import after the account was connected, or connected ' +
            'again. `reauthorization_required` if the provider refuses access: nothing is ' +
            'imported until the person connects the account again.',
        ),
      ),
    _links: z.object({ self: ItemLink, user: ItemLink, documentation: PlainLink }),
  })
  .check(
    z.meta({
      id: 'RemoteConnection',
      description: "A connection to a user's account at a provider.",
    }),
  );

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
