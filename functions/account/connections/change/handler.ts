import { redirectToPage, serveForm } from '#functions/account/account-handler.ts';
import { findOverrides } from '#functions/auth/data-policy/data-policy.store.ts';
import { getPolicy } from '#functions/auth/data-policy/data-policy.ts';
import { disconnect } from '#functions/connections/connection/remote-connection.store.ts';
import { requestSyncByUser } from '#functions/connections/connection/sync-request.store.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { audit } from '#shared/runtime/audit.ts';
import { isId } from '#shared/runtime/ids.ts';
import type { ConnectionsNotice } from '../connections.page.ts';
import endpoint from './endpoint.ts';

type ChangeRequest = HandlerRequest<typeof endpoint>;

export const handler = serveForm(endpoint, 'connections', async (request, account) => {
  const { connection, action } = request.body;
  const change = action === 'sync' ? requestSync : deleteConnection;
  const notice = isId(connection)
    ? await change(request, account.session.user_id)
    : 'connection_not_found';
  return redirectToPage<ConnectionsNotice>(account, 'connections', notice);
});

async function requestSync(
  { table, body, now }: ChangeRequest,
  user_id: string,
): Promise<ConnectionsNotice> {
  const result = await requestSyncByUser(table, user_id, body.connection, now);
  return syncNotices[result];
}

const syncNotices = {
  requested: 'sync_requested',
  too_soon: 'sync_too_soon',
  not_found: 'connection_not_found',
} as const;

/**
 * Removes a connection with its tokens. A queue consumer revokes them at the provider (wire.md R5).
 * The imported workouts stay as diary entries, unless the user chooses to delete them, or the terms
 * of the provider require it (wire.md P6).
 */
async function deleteConnection(
  { table, body, now, requestId }: ChangeRequest,
  user_id: string,
): Promise<ConnectionsNotice> {
  const { connection } = body;
  const deletes_entries = body.action === 'disconnect_and_delete';
  const removed = await disconnect(table, user_id, connection, {
    deletes_entries,
    now,
  });
  if (!removed) return 'connection_not_found';

  audit('connection_removed', {
    request_id: requestId,
    user_id,
    remote_connection_id: connection,
  });
  const { erase_on_disconnect } = getPolicy(await findOverrides(table), removed.type);
  return deletes_entries || erase_on_disconnect
    ? 'connection_and_workouts_removed'
    : 'connection_removed';
}
