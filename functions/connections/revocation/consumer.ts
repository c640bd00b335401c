import type { StoredConnection } from '#functions/connections/connection/credentials.ts';
import { credentialsContext } from '#functions/connections/connection/remote-connection.keys.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { defineConsumer } from '#shared/contract/function.ts';
import type { Key } from '#shared/table/keys.ts';

export default defineConsumer({
  name: 'Revocation',
  summary: 'Revoke a deleted remote connection at its provider',
  rule: {
    on: 'delete',
    prefixes: [originKeys.remoteConnections('').prefix],
    toMessage: (connection: StoredConnection & Key) => {
      const { pk, sk, id, type, remote_id, provider_tokens } = connection;
      return { pk, sk, id, type, remote_id, provider_tokens };
    },
  },
  // The provider of this type has no revocation request, so the example sends nothing.
  example: {
    id: '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y',
    type: 'zepp',
    remote_id: '8675309',
    created_datetime: '2026-11-20T17:00:00.000Z',
  },
  // Outlasts rate limits of 15 minutes, which some providers have; 96 attempts in a day.
  retryInterval: 900,
  maxAge: 86_400,
  stores: { table: ['get'], encryption: { decrypts: [credentialsContext] } },
  memory: 256,
  // At most three requests to the provider.
  timeout: 40,
});
