import { defineConsumer } from '#shared/contract/consumer.ts';
import { providerClientContext } from '#shared/provider-client/provider-client.ts';
import { credentialsContext } from '#shared/remote-connection/provider-credentials.ts';
import { syncRequestPrefix } from '#shared/remote-connection/sync-request.ts';

export default defineConsumer({
  summary: 'Import workouts of a remote connection',
  onWrite: { prefixes: [syncRequestPrefix] },
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
    table: ['get', 'query', 'put', 'update', 'delete'],
    encryption: {
      encrypts: [credentialsContext],
      decrypts: [credentialsContext, providerClientContext],
    },
  },
  baseUrls: ['main'],
  memory: 512,
  timeout: 60,
});
