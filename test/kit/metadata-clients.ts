import { randomUUID } from 'node:crypto';
import * as metadataClients from '#functions/auth/client-metadata/metadata-client.store.ts';
import { table } from './fixtures.ts';

/** Pins the document of a client that no other test has. Returns its URL, which is its id. */
export async function pinMetadataClient(
  name: string,
  redirect_uris: string[],
): Promise<string> {
  const client_id = `https://${randomUUID()}.example/client.json`;
  const now = new Date();
  const at = now.toISOString();
  const fresh = { fetched_datetime: at, fresh_until: at, client_uri: client_id };
  const document = { client_id, name, redirect_uris, ...fresh };
  await metadataClients.pin(table(), document, now);
  return client_id;
}
