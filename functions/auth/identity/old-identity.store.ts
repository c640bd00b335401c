import { equals, isNew } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { type Identity, isEmail, normalizeEmail } from './identity.ts';

/** Credentials as earlier versions stored them: in the item of the email. */
export interface OldIdentity {
  user_id: string;
  username: string;
  password_hash: string;
  disabled_datetime?: string;
}

/** Returns the identity in the item of an email, or undefined if it has none. */
export function toIdentity(
  owner: Partial<OldIdentity> | undefined,
  email: string,
): Identity | undefined {
  const { user_id, username, password_hash, disabled_datetime } = owner ?? {};
  if (!user_id || !username || !password_hash) return undefined;
  const identity = { user_id, username, email: email.trim(), password_hash };
  return disabled_datetime ? { ...identity, disabled_datetime } : identity;
}

/**
 * Moves credentials from the item of the email, where an earlier version stored them, to an item of
 * their own. One write can then change them and the email. Does nothing if they were moved before.
 */
export async function moveOldCredentials(
  table: Table<'get' | 'put' | 'update'>,
  email: string,
): Promise<void> {
  if (!isEmail(email)) return;
  const key = keys.email(normalizeEmail(email));
  const owner = await table.get<Partial<OldIdentity>>(key);
  const identity = toIdentity(owner, email);
  if (!identity) return;

  const { user_id, password_hash } = identity;
  await table.put({ ...keys.credentials(user_id), ...identity }, isNew);
  const change = { remove: ['username', 'password_hash', 'disabled_datetime'] };
  await table.update(key, change, { password_hash: equals(password_hash) });
}
