import * as z from 'zod/mini';
import * as connections from '#functions/connections/connection/remote-connection.store.ts';
import {
  minRequestInterval,
  present,
} from '#functions/connections/connection/remote-connection.ts';
import { requestSyncByUser } from '#functions/connections/connection/sync-request.store.ts';
import { described } from '#shared/contract/schema.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { buildLinks } from '#shared/hal/links.ts';
import { cursor, takePage } from '../tool/page.ts';
import { adds, defineTool, reads } from '../tool/tool.ts';

const id = described(z.string(), 'The id of the connection.');

/** The links of a connection, which no answer of a tool has. */
const noLinks = buildLinks('');

export const connectionsTool = defineTool({
  name: 'list_connections',
  title: 'List connections to providers',
  description:
    'Lists the accounts at providers, such as watches and apps, from which workouts are ' +
    'imported, with the time of the last import.',
  scope: 'connections.read',
  input: z.object({ cursor }),
  annotations: reads,
  async run({ input, caller, table }) {
    const listed = await connections.list(table, caller.user_id);
    const items = listed.map((connection) => {
      const { _links, ...presented } = present(connection, caller, noLinks);
      return { id: connection.id, ...presented };
    });
    return takePage(items, { getKey: (item) => item.id, cursor: input.cursor });
  },
});

export const syncTool = defineTool({
  name: 'sync_now',
  title: 'Import new workouts now',
  description:
    'Starts an import from one connection in the background. `last_sync_time` of the connection ' +
    `changes when it is complete. It can be requested every ${minRequestInterval} seconds.`,
  scope: 'connections.write',
  input: z.object({ connection_id: id }),
  annotations: { ...adds, openWorldHint: true },
  async run({ input: { connection_id }, caller: { user_id }, table, now }) {
    const result = await requestSyncByUser(table, user_id, connection_id, now);
    if (result === 'not_found')
      throw serviceError('not_found', { kind: 'remote connection', id: connection_id });
    if (result === 'too_soon')
      throw serviceError('too_many_requests', { seconds: minRequestInterval });
    return { connection_id, status: 'requested' as const };
  },
});
