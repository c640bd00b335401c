import type { Table } from '#shared/table/table.ts';
import * as revocations from '../grant/revocation.store.ts';
import * as sessions from '../session/session.store.ts';
import * as trustedDevices from '../trusted-device/trusted-device.store.ts';

/**
 * Ends the sessions of a user, forgets their devices and revokes their grants.
 *
 * Sessions end before grants, which avoids a race condition. A concurrent approval reads its
 * session after it has written the grant. So either the approval's grant is revoked here, or the
 * approval finds that its session has ended (decision 0009).
 */
export async function endAllAccess(
  table: Table<'query' | 'update' | 'delete'>,
  user_id: string,
  now: Date,
): Promise<void> {
  await sessions.endAllOfUser(table, user_id);
  await trustedDevices.removeAllOfUser(table, user_id);
  await revocations.revokeAllOfUser(table, user_id, now);
}
