import * as z from 'zod/mini';
import { described } from '#shared/contract/schema.ts';
import { ItemLink, PlainLink } from '#shared/hal/links.ts';
import { connectionStatuses } from './remote-connection.ts';

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
