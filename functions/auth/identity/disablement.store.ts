import { exists } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { endAllAccess } from './end-all-access.store.ts';
import { findByEmail } from './identity.store.ts';
import type { Identity } from './identity.ts';

/**
 * Disables a user, ends their sessions and revokes their grants. A repeated call completes an
 * interrupted one. Returns undefined if the user does not exist.
 */
export async function disableUser(
  table: Table,
  user_id: string,
  now: Date,
): Promise<Identity | undefined> {
  const change = { setIfAbsent: { disabled_datetime: now.toISOString() } };
  const outcome = await table.update<Identity>(keys.credentials(user_id), change, exists);
  await table.update(keys.user(user_id), change, exists);
  await endAllAccess(table, user_id, now);
  return outcome.done ? outcome.item : undefined;
}

/**
 * Disables the user of an email as `disableUser` does. Returns undefined if no user has the email.
 */
export async function disableUserByEmail(
  table: Table,
  email: string,
  now: Date,
): Promise<Identity | undefined> {
  const identity = await findByEmail(table, email);
  return identity && disableUser(table, identity.user_id, now);
}

/**
 * Lets a disabled user sign in again. Their sessions and grants stay ended. Returns undefined if
 * the user does not exist.
 */
export async function enableUser(
  table: Table<'update'>,
  user_id: string,
): Promise<Identity | undefined> {
  const change = { remove: ['disabled_datetime'] };
  const outcome = await table.update<Identity>(keys.credentials(user_id), change, exists);
  await table.update(keys.user(user_id), change, exists);
  return outcome.done ? outcome.item : undefined;
}
