import {
  decryptCredentials,
  type StoredConnection,
} from '#functions/connections/connection/credentials.ts';
import { findConnectionIds } from '#functions/connections/connection/remote-connection.store.ts';
import { getProviderGateway } from '#functions/connections/provider-definition/oauth.ts';
import { findRevocation } from '#functions/connections/providers/find-access.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { parseEnvelope } from '#shared/encryption/envelope.ts';
import { createOutgoingCall } from '#shared/outgoing/send.ts';
import { consumeQueue } from '#shared/queue/consume.ts';
import type { Json } from '#shared/queue/send.ts';
import { audit } from '#shared/runtime/audit.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { requireOwner } from '#shared/table/keys.ts';
import { openDeclaredTable } from '#shared/table/table.ts';
import consumer from './consumer.ts';
import { type RevocationOutcome, revokeAtProvider } from './revoke.ts';

/** A deleted connection as the message has it. */
type DeletedConnection = Json<
  Pick<StoredConnection, 'id' | 'type' | 'remote_id' | 'provider_tokens'>
>;

/**
 * Revokes a connection at its provider, if the provider has a revocation request and calls are
 * enabled. Most providers then end all access to the account, so an account that has been connected
 * again meanwhile keeps its access.
 */
async function revokeConnection(
  user_id: string,
  connection: DeletedConnection,
): Promise<RevocationOutcome> {
  const revocation = findRevocation(connection.type);
  if (!revocation) return { event: 'provider_access_not_revoked', code: 'no_call_known' };

  const gateway = getProviderGateway(connection.type);
  if (gateway === 'off')
    return { event: 'provider_access_not_revoked', code: 'calls_off' };

  const table = openDeclaredTable(consumer, newMeter());
  if (await findConnectionIds(table, connection))
    return { event: 'provider_access_not_revoked', code: 'connected_again' };

  const dataKeys = openDataKeys();
  const provider_tokens = parseEnvelope(connection.provider_tokens);
  const item = { ...connection, provider_tokens };
  const credentials = await decryptCredentials(user_id, item, dataKeys);
  const account = { ...credentials, remote_id: connection.remote_id };
  const send = createOutgoingCall(gateway);
  return revokeAtProvider(revocation, account, { send, now: new Date() });
}

export const handler = consumeQueue(consumer, async (connection) => {
  const user_id = requireOwner(connection);
  const { event, code, status } = await revokeConnection(user_id, connection);
  audit(event, {
    user_id,
    remote_connection_id: connection.id,
    provider: connection.type,
    code,
    status,
  });
  return event === 'provider_call_failed' ? 'retry' : 'ack';
});
