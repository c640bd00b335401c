import * as z from 'zod/mini';
import { described } from '#shared/contract/schema.ts';
import { ItemLink, type Links, PlainLink } from '#shared/hal/links.ts';
import { formatOffsetTime } from '#shared/runtime/time.ts';
import { connectionStatuses, type RemoteConnection } from './remote-connection.ts';

/** A remote connection as clients see it (specification 2.4). */
export const RemoteConnectionRepresentation = z
  .object({
    remote_id: described(
      z.string(),
      "The provider's id of the connected account.",
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
      'The last successful sync, or null before the first.',
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

/** Returns a remote connection as its owner sees it. */
export function present(connection: RemoteConnection, user_id: string, links: Links) {
  const { id, remote_id, type, created_datetime, last_sync_time } = connection;
  const { status = 'connected' } = connection;
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
