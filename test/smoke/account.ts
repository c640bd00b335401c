import * as clients from '#functions/auth/client/client.store.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { generatePassword } from '#lib/admin/password.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import { newId } from '#shared/runtime/ids.ts';
import { exists } from '#shared/table/condition.ts';
import { type Key, keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';

/** A user and an application that exist only for one smoke test. */
export interface Account {
  email: string;
  password: string;
  user_id: string;
  client_id: string;
  client_secret: string;
  redirect_uri: string;
}

const redirect_uri = 'https://smoke-test.example/callback';

/** Creates the account in the table, as the operator's command line does. */
export async function createAccount(table: Table): Promise<Account> {
  const now = new Date();
  const email = `smoke-test-${newId(now)}@example.com`;
  const password = generatePassword();
  const newUser = { email, username: 'smoke-test', display_name: 'Smoke test', password };
  const user = await identities.create(table, newUser, now);
  if (!user) throw new Error(`There is a user ${email} already.`);

  const registration = {
    name: 'Smoke test',
    redirect_uris: [redirect_uri],
    native: false,
  };
  const { client, client_secret } = await clients.create(table, registration, now);
  const { client_id } = client;
  return { email, password, user_id: user.id, client_id, client_secret, redirect_uri };
}

/** Deletes the account with everything that belongs to its user. */
export async function deleteAccount(
  table: Table,
  { email, user_id, client_id }: Account,
): Promise<void> {
  await deletePartition(table, keys.email(email));
  await deletePartition(table, keys.client(client_id));
  await deletePartition(table, keys.user(toServicePrincipal(client_id)));
  await deletePartition(table, keys.user(user_id));
}

/** Deletes all items in the partition of a key. */
async function deletePartition(table: Table, { pk }: Key): Promise<void> {
  const rows = await table.query<Key>({ pk });
  const deletions = rows.map(({ sk }) => table.delete({ pk, sk }, exists));
  await Promise.all(deletions);
}
