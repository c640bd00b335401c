import { connectionKeys } from '#functions/connections/connection/remote-connection.keys.ts';
import type { ImportRequest } from '#functions/connections/connection/sync-request.store.ts';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import type { DataSource } from '#functions/main/data-source/data-source.ts';
import { defineConsumer } from '#shared/contract/function.ts';
import { credentialsContext, providerClientContext } from '#shared/contract/resources.ts';
import type { Key } from '#shared/table/keys.ts';

type Source = Pick<DataSource, 'active' | 'priorities'> & Key;

/**
 * Returns the message to merge imported entries again, if the priority of a data source for
 * activities has changed, or ended with its deactivation: another entry may then be shown for a
 * workout that several providers have sent (wire.md R9). Other writes of a data source make no
 * message. A record that is replayed has no earlier image.
 */
function toMergeMessage(
  { pk, sk, active, priorities: { activity: since } }: Source,
  before?: Partial<Source>,
) {
  const isChanged = before
    ? since !== before.priorities?.activity
    : since !== undefined || !active;
  return isChanged ? { pk, sk, reason: 'priorities_changed' as const } : undefined;
}

export default defineConsumer({
  name: 'Sync',
  summary: 'Import workouts of a remote connection',
  rule: {
    on: 'write',
    prefixes: [
      connectionKeys.syncRequests('').prefix,
      dataSourceKeys.dataSources('').prefix,
    ],
    toMessage: (
      item: (ImportRequest & Key) | Source,
      before?: (ImportRequest & Key) | Source,
    ) => ('priorities' in item ? toMergeMessage(item, before) : item),
  },
  // No connection has this `remote_connection_id`, so the example imports nothing.
  example: {
    id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y',
    remote_connection_id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2x',
    reason: 'due',
  },
  // A message is retried every 6 minutes for 2 hours, e.g. while another sync is running.
  retryInterval: 360,
  maxAge: 7200,
  stores: {
    table: ['get', 'query', 'put', 'update', 'delete', 'check', 'transact'],
    encryption: {
      encrypts: [credentialsContext],
      decrypts: [credentialsContext, providerClientContext],
    },
  },
  baseUrls: ['main'],
  memory: 512,
  timeout: 60,
});
