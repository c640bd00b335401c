import { openDataKeys } from '#shared/encryption/configured-data-keys.ts';
import { setClient } from '#shared/provider-client/client-secrets.store.ts';
import { table } from './fixtures.ts';
import { standInClient } from './provider-stand-ins/start.ts';

/** The client at Strava that all tests of the shared service use. */
export const stravaClient = {
  type: 'strava',
  client_id: '1',
  client_secret: 'client secret',
  webhook_secret: 'secret for webhooks',
  extra_scopes: [],
};

/** Returns the client at another provider that all tests of the shared service use. */
export function getTestClient(type: string) {
  return { ...stravaClient, ...standInClient, type };
}

/** Sets the client at Strava, unless another test sets it at the same time. */
export async function setStravaClient(): Promise<void> {
  await setTestClient(stravaClient);
}

/** Sets a client that all tests use, unless another test sets it at the same time. */
export async function setTestClient(client: typeof stravaClient): Promise<void> {
  const stores = { table: table(), dataKeys: openDataKeys() };
  await setClient(stores, client, new Date()).catch(() => undefined);
}
