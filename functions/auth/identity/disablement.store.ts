import { exists } from '#shared/table/condition.ts';
import type { Change } from '#shared/table/expression.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { endAllAccess } from './end-all-access.store.ts';
import { findByEmail, findByUser } from './identity.store.ts';
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
  const identity = await changeState(table, user_id, change);
  await endAllAccess(table, user_id, now);
  return identity;
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
export function enableUser(
  table: Table<'get' | 'update' | 'transact'>,
  user_id: string,
): Promise<Identity | undefined> {
  return changeState(table, user_id, { remove: ['disabled_datetime'] });
}

/** Makes the same change to the credentials and the profile of a user, in one transaction. */
async function changeState(
  table: Table<'get' | 'update' | 'transact'>,
  user_id: string,
  change: Change,
): Promise<Identity | undefined> {
  const { done } = await table.transact([
    { update: keys.credentials(user_id), change, condition: exists },
    { update: keys.user(user_id), change, condition: exists },
  ]);
  return done ? findByUser(table, user_id) : undefined;
}
