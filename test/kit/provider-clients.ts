import { setClient } from '#functions/connections/provider-credentials/client.store.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { table } from './fixtures.ts';
import { standInClient } from './provider-stand-ins/start.ts';

/** Our OAuth client at Strava in all tests of the shared service. */
export const stravaClient = {
  type: 'strava',
  client_id: '1',
  client_secret: 'client secret',
  webhook_secret: 'secret for webhooks',
  extra_scopes: [],
};

/** Returns our OAuth client at another provider in all tests of the shared service. */
export function getTestClient(type: string) {
  return { ...stravaClient, ...standInClient, type };
}

/** Sets our client at Strava, unless another test sets it at the same time. */
export async function setStravaClient(): Promise<void> {
  await setTestClient(stravaClient);
}

/** The clients that this process has set, each with the key file of its service. */
const clientsSet = new Map<string, Promise<unknown>>();

/**
 * Sets a client of all tests once, unless another process sets it at the same time. No test removes
 * it.
 */
export async function setTestClient(client: typeof stravaClient): Promise<void> {
  const name = JSON.stringify([client, process.env.ENCRYPTION_KEY_FILE]);
  const stores = { table: table(), dataKeys: openDataKeys() };
  const setting =
    clientsSet.get(name) ?? setClient(stores, client, new Date()).catch(() => undefined);
  clientsSet.set(name, setting);
  await setting;
}
