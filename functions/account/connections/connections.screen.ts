import { defineScreen, done, form, unchanged } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import {
  findOverrides,
  loadProviderSettings,
} from '#functions/auth/data-policy/data-policy.store.ts';
import { getPolicy } from '#functions/auth/data-policy/data-policy.ts';
import { getConnectUrl } from '#functions/connections/connect/connect-request.ts';
import * as remoteConnections from '#functions/connections/connection/remote-connection.store.ts';
import { maxRemoteConnections } from '#functions/connections/connection/remote-connection.ts';
import { requestSyncByUser } from '#functions/connections/connection/sync-request.store.ts';
import type { SyncedConnection } from '#functions/connections/connection/sync-state.ts';
import {
  findMeasuredAccess,
  findProviderAccess,
} from '#functions/connections/providers/find-access.ts';
import { getTypeName } from '#shared/reference-data/connection-types.ts';
import { isId } from '#shared/runtime/ids.ts';
import { type ConnectionsNotice, renderConnectionsPage } from './connections.page.ts';
import { connectionsTexts } from './connections.texts.ts';

const fields = {
  /** The id of the connection. */
  connection: FormField,
};

/**
 * Removes a connection with its tokens. A queue consumer revokes them at the provider. The imported
 * workouts stay as diary entries, unless the user chooses to delete them, or the terms of the
 * provider require it.
 */
function disconnectForm(summary: string, deletes_entries: boolean) {
  return form({
    summary,
    fields,
    table: ['put', 'update', 'delete', 'transact'],
    storeCalls: {
      max: 3,
      reason:
        'the connection is read and removed, and the data policy says what becomes of its workouts',
    },
    audit: 'connection_removed',
    async submit({ table, body: { connection }, now }, { session }) {
      if (!isId(connection)) return unchanged<ConnectionsNotice>('connection_not_found');
      const { user_id } = session;
      const change = { deletes_entries, now };
      const removed = await remoteConnections.disconnect(
        table,
        user_id,
        connection,
        change,
      );
      if (!removed) return unchanged<ConnectionsNotice>('connection_not_found');

      const policy = getPolicy(await findOverrides(table), removed.type);
      const notice =
        deletes_entries || policy.erase_on_disconnect
          ? ('connection_and_workouts_removed' as const)
          : ('connection_removed' as const);
      const subject = { remote_connection_id: connection };
      const shown = findProviderAccess(removed.type)?.key
        ? (`${notice}_with_key` as const)
        : notice;
      return done<ConnectionsNotice>(shown, { subject });
    },
  });
}

const syncNotices = {
  requested: 'sync_requested',
  too_soon: 'sync_too_soon',
  not_found: 'connection_not_found',
} as const;

export default defineScreen({
  page: 'connections',
  section: 'connections',
  link: { position: 10, texts: connectionsTexts },
  summary: 'Show the connected services',
  table: ['query'],
  storeCalls: {
    max: 3,
    reason:
      'the connections, in at most two pages, and the clients at providers are read',
  },
  maxItems: maxRemoteConnections,
  async load({ table, baseUrls, version, now }, { session }) {
    const [connections, settings] = await Promise.all([
      remoteConnections.list(table, session.user_id),
      loadProviderSettings(table),
    ]);
    const connectable = settings.connectable.map((type) => ({
      type,
      name: getTypeName(type),
      url: getConnectUrl(baseUrls, version, { type }),
    }));
    return {
      connections,
      connectable,
      now,
      getName: getTypeName,
      findProviderAccess,
      getPolicy: (type: string) => getPolicy(settings.overrides, type),
      findMeasuredAccess: (connection: SyncedConnection) =>
        findMeasuredAccess(connection, settings.extraScopes[connection.type]),
    };
  },
  render: (shown, account) => renderConnectionsPage(account, shown),

  forms: {
    sync: form({
      summary: 'Synchronize a connection',
      example: { fields: { connection: 'x' } },
      fields,
      table: ['put', 'update', 'transact'],
      storeCalls: { max: 1, reason: 'one transaction requests a sync' },
      async submit({ table, body: { connection }, now }, { session }) {
        if (!isId(connection))
          return unchanged<ConnectionsNotice>('connection_not_found');
        const result = await requestSyncByUser(table, session.user_id, connection, now);
        return done<ConnectionsNotice>(syncNotices[result]);
      },
    }),
    import_all: form({
      summary: 'Import the workouts and measurements of all years',
      example: { fields: { connection: 'x' } },
      fields,
      table: ['put', 'update', 'transact'],
      storeCalls: { max: 2, reason: 'the connection is read, and a sync requested' },
      async submit({ table, body: { connection }, now }, { session }) {
        const { user_id } = session;
        const found =
          isId(connection) && (await remoteConnections.find(table, user_id, connection));
        if (!found || !findProviderAccess(found.type)?.has_history)
          return unchanged<ConnectionsNotice>('connection_not_found');
        const history = { before: now.toISOString() };
        const result = await requestSyncByUser(table, user_id, connection, now, history);
        const notice = result === 'requested' ? 'history_requested' : syncNotices[result];
        return done<ConnectionsNotice>(notice);
      },
    }),
    disconnect: disconnectForm('Disconnect a connection', false),
    disconnect_and_delete: disconnectForm('Disconnect it and delete its workouts', true),
  },
});
