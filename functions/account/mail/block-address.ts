import * as blockedAddresses from '#functions/account/mail-delivery/blocked-address.store.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { audit } from '#shared/runtime/audit.ts';
import type { Table } from '#shared/table/table.ts';

/** The operations on the table by which mail is sent. */
export type MailTable = Table<'get' | 'put' | 'update'>;

/** Blocks an address, and logs it with the user who has it, if there is one. */
export async function blockAddress(
  table: MailTable,
  address: string,
  why: Pick<blockedAddresses.BlockedAddress, 'reason' | 'detail'>,
): Promise<void> {
  await blockedAddresses.block(table, address, why, new Date());
  const identity = await identities.findByEmail(table, address);
  audit('mail_address_blocked', { user_id: identity?.user_id, code: why.reason });
}
