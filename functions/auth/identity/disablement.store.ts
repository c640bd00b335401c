import { exists } from '#shared/table/condition.ts';
import type { Change } from '#shared/table/expression.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { endAllAccess } from './end-all-access.store.ts';
import { findByEmail, findByUser, nextGeneration } from './identity.store.ts';
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
  const identity = await changeState(table, user_id, {
    credentials: { ...change, increment: nextGeneration },
    profile: change,
  });
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
  const change = { remove: ['disabled_datetime'] };
  return changeState(table, user_id, { credentials: change, profile: change });
}

/** Changes the credentials and the profile of a user in one transaction. */
async function changeState(
  table: Table<'get' | 'update' | 'transact'>,
  user_id: string,
  { credentials, profile }: { credentials: Change; profile: Change },
): Promise<Identity | undefined> {
  const { done } = await table.transact([
    { update: keys.credentials(user_id), change: credentials, condition: exists },
    { update: keys.user(user_id), change: profile, condition: exists },
  ]);
  return done ? findByUser(table, user_id) : undefined;
}
