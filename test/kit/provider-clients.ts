import { openDataKeys } from '#shared/encryption/configured-data-keys.ts';
import { setClient } from '#shared/provider-client/client-secrets.store.ts';
import { table } from './fixtures.ts';

/** The client at Strava that all tests of the shared service use. */
export const stravaClient = {
  type: 'strava',
  client_id: '1',
  client_secret: 'client secret',
  webhook_secret: 'secret for webhooks',
  extra_scopes: [],
};

/** Sets the client at Strava, unless another test sets it at the same time. */
export async function setStravaClient(): Promise<void> {
  const stores = { table: table(), dataKeys: openDataKeys() };
  await setClient(stores, stravaClient, new Date()).catch(() => undefined);
}
