import * as blockedAddresses from '#functions/account/mail-delivery/blocked-address.store.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import type { Table } from '#shared/table/table.ts';
import type { SecurityPageProps } from './security.page.ts';

/** Returns the email of a user, and why the service sends no mail to it. */
export async function loadAddress(
  table: Table<'get' | 'query'>,
  user_id: string,
  now: Date,
): Promise<Pick<SecurityPageProps, 'email' | 'block'>> {
  const email = (await identities.findEmail(table, user_id)) ?? '';
  return { email, block: await blockedAddresses.find(table, email, now) };
}
