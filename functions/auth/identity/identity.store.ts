import { parseOrFail } from '#shared/http/validation.ts';
import { newId } from '#shared/runtime/ids.ts';
import { equals, exists, isAbsent, isNew } from '#shared/table/condition.ts';
import { type Key, keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import * as revocations from '../grant/revocation.store.ts';
import * as sessions from '../session/session.store.ts';
import {
  type Identity,
  isEmail,
  NewUser,
  normalizeEmail,
  Password,
  type UserProfile,
} from './identity.ts';
import { hashPassword } from './password.ts';

/** An entry in the index of all users. */
interface ListedUser {
  collection_sk: string;
}

function toIdentityKey(email: string): Key {
  return keys.identity(normalizeEmail(email));
}

/** Returns the identity of an email, even a disabled one. */
export async function findByEmail(
  table: Table<'get'>,
  email: string,
): Promise<Identity | undefined> {
  if (!isEmail(email)) return undefined;
  return table.get<Identity>(toIdentityKey(email));
}

/** Returns the profile of a user, even of a disabled one. */
export function findProfile(
  table: Table<'get'>,
  user_id: string,
): Promise<UserProfile | undefined> {
  return table.get<UserProfile>(keys.user(user_id));
}

/** Lists the profiles of all users in the order in which they joined. */
export async function list(table: Table<'get' | 'query'>): Promise<UserProfile[]> {
  const collection = keys.users();
  const entries = await table.query<ListedUser>({ collection });
  const reads = entries.map((entry) => findProfile(table, entry.collection_sk));
  const profiles = await Promise.all(reads);
  return profiles.filter((profile) => profile !== undefined);
}

/**
 * Creates a user. Returns undefined and leaves nothing behind if the email is taken: its
 * conditional write comes last. Throws `validation_failed` with every problem of the fields.
 */
export async function create(
  table: Table<'put' | 'delete'>,
  newUser: NewUser,
  now: Date,
): Promise<UserProfile | undefined> {
  const { email, username, display_name, password } = parseOrFail(NewUser, newUser);
  const id = newId(now);
  const profile: UserProfile = {
    id,
    username,
    display_name,
    email: email.trim(),
    date_joined: now.toISOString(),
  };
  const identity: Identity = {
    user_id: id,
    username,
    password_hash: await hashPassword(password),
  };

  const key = keys.user(id);
  const listed = { collection: keys.users(), collection_sk: id };
  await table.put({ ...key, ...listed, ...profile }, isNew);

  const identityKey = toIdentityKey(email);
  const outcome = await table.put({ ...identityKey, ...identity }, isNew);
  if (outcome.done) return profile;

  await table.delete(key, exists);
  return undefined;
}

/**
 * Disables a user, ends their sessions and revokes their grants. Repeat it to complete an
 * interrupted call. Returns undefined if the email is unknown.
 */
export async function disable(
  table: Table<'query' | 'update' | 'delete'>,
  email: string,
  now: Date,
): Promise<Identity | undefined> {
  const change = { setIfAbsent: { disabled_datetime: now.toISOString() } };
  const outcome = await table.update<Identity>(toIdentityKey(email), change, exists);
  if (!outcome.done) return undefined;

  const { user_id } = outcome.row;
  await table.update(keys.user(user_id), change, exists);
  await endAllAccess(table, user_id, now);
  return outcome.row;
}

/**
 * Sets a password, ends the user's sessions and revokes their grants, because the old password may
 * be stolen. Returns undefined if the email is unknown. Throws `validation_failed`.
 */
export async function setPassword(
  table: Table<'query' | 'update' | 'delete'>,
  email: string,
  password: string,
  now: Date,
): Promise<Identity | undefined> {
  const password_hash = await hashPassword(parseOrFail(Password, password));
  const change = { set: { password_hash } };
  const outcome = await table.update<Identity>(toIdentityKey(email), change, exists);
  if (!outcome.done) return undefined;

  await endAllAccess(table, outcome.row.user_id, now);
  return outcome.row;
}

/** Replaces a password. Returns undefined if the identity has changed since it was read. */
export async function replacePassword(
  table: Table<'update'>,
  email: string,
  identity: Identity,
  password: string,
): Promise<Identity | undefined> {
  const change = { set: { password_hash: await hashPassword(password) } };
  const isStillValid = {
    password_hash: equals(identity.password_hash),
    disabled_datetime: isAbsent,
  };
  const outcome = await table.update<Identity>(
    toIdentityKey(email),
    change,
    isStillValid,
  );
  return outcome.done ? outcome.row : undefined;
}

/**
 * Ends sessions before grants. A concurrent approval reads its session after it has written the
 * grant. So either its grant is revoked here, or it finds that its session has ended (decision
 * record 9).
 */
async function endAllAccess(
  table: Table<'query' | 'update' | 'delete'>,
  user_id: string,
  now: Date,
): Promise<void> {
  await sessions.endAllOfUser(table, user_id);
  await revocations.revokeAllOfUser(table, user_id, now);
}
