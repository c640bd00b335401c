import { configuredDataKeys } from '#shared/encryption/configured-data-keys.ts';
import type { DataKeyProvider } from '#shared/encryption/data-keys.ts';
import { consumeQueue } from '#shared/queue/consume.ts';
import { findProviderRevocation } from '#shared/reference-data/provider-revocations.ts';
import { audit } from '#shared/runtime/audit.ts';
import { optionalEnvironment } from '#shared/runtime/environment.ts';
import { ownerOf } from '#shared/table/keys.ts';
import { type ConnectionRow, openCredentials } from '../provider-credentials.ts';
import consumer from './consumer.ts';
import { type Outcome, tell } from './revoke.ts';
import { createSend } from './send.ts';

/** Its client outlives an invocation. */
let dataKeys: DataKeyProvider | undefined;

/** Tells the provider of a connection, as far as there is something to tell it by. */
async function tellOf(user_id: string, row: ConnectionRow): Promise<Outcome> {
  const revocation = findProviderRevocation(row.type);
  if (!revocation) return { event: 'provider_not_told', code: 'no_call_known' };
  const gateway = optionalEnvironment('PROVIDER_GATEWAY');
  if (gateway === 'off') return { event: 'provider_not_told', code: 'calls_off' };
  dataKeys ??= await configuredDataKeys();
  const credentials = await openCredentials(user_id, row, dataKeys);
  return tell(revocation, { credentials, remote_id: row.remote_id }, createSend(gateway));
}

export const handler = consumeQueue<ConnectionRow>(consumer, async (row) => {
  const user_id = ownerOf(row);
  const { event, code, status } = await tellOf(user_id, row);
  audit(event, { user_id, remote_connection_id: row.id, provider: row.type, code, status });
  return event === 'provider_call_failed' ? 'again' : 'done';
});
