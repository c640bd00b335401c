import {
  type ImportRequest,
  syncRequestPrefix,
} from '#functions/connections/connection/sync-request.ts';
import { defineConsumer } from '#shared/contract/consumer.ts';
import {
  credentialsContext,
  providerClientContext,
} from '#shared/contract/encryption.ts';
import type { Key } from '#shared/table/keys.ts';

export default defineConsumer({
  name: 'Sync',
  summary: 'Import workouts of a remote connection',
  rule: {
    on: 'write',
    prefixes: [syncRequestPrefix],
    toMessage: (request: ImportRequest & Key) => request,
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
