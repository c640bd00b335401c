import type { AccountContext } from '#functions/account/account-context.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { findOwn } from '#functions/auth/client/own-client.store.ts';
import { type Fail, requireFound } from '#shared/http/handler.ts';
import type { Table } from '#shared/table/table.ts';

interface ApplicationRequest {
  table: Table<'get'>;
  fail: Fail<'not_found'>;
}

/** Returns an application of the signed-in user. Throws `not_found` if it is not theirs. */
export async function requireOwnApplication(
  { table, fail }: ApplicationRequest,
  { session }: AccountContext,
  id: string,
): Promise<Client> {
  const found = await findOwn(table, session.user_id, id);
  return requireFound(found, { kind: 'application', id }, fail);
}

/** Leads to the page of an application, as the end of a form. */
export function toApplication({ client_id }: Pick<Client, 'client_id'>) {
  const parameters = new URLSearchParams({ id: client_id }).toString();
  return { page: 'portal', parameters } as const;
}
