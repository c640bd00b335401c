import { clientKeys } from '#functions/auth/client/client.keys.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import { exists } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';

/** An application that exists only for one smoke test. */
export interface SmokeApplication {
  client_id: string;
  client_secret: string;
  redirect_uri: string;
}

const redirect_uri = 'https://smoke-test.example/callback';

/** Registers an application in the table, as the operator's command line does. */
export async function createApplication(table: Table): Promise<SmokeApplication> {
  const redirect_uris = [redirect_uri];
  const registration = { name: 'Smoke test', redirect_uris, native: false };
  const created = await clients.create(table, registration, new Date());
  const { client_secret, client } = created;
  return { client_id: client.client_id, client_secret, redirect_uri };
}

/** Deletes an application and its service principal. Its grants belong to the user. */
export async function deleteApplication(
  table: Table,
  { client_id }: SmokeApplication,
): Promise<void> {
  await table.delete(clientKeys.client(client_id), exists);
  await table.delete(identityKeys.user(toServicePrincipal(client_id)), exists);
}
