import { parseOrFail } from '#shared/http/validation.ts';
import { newId } from '#shared/runtime/ids.ts';
import { absent, exists, is, isNew } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
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

/** What the person of that e-mail signs in with, disabled ones included. */
export async function findByEmail(
  table: Table<'get'>,
  email: string,
): Promise<Identity | undefined> {
  return isEmail(email) ? table.get<Identity>(keys.signIn(normalizeEmail(email))) : undefined;
}

/** The person of that id, disabled ones included. */
export function findProfile(
  table: Table<'get'>,
  user_id: string,
): Promise<UserProfile | undefined> {
  return table.get<UserProfile>(keys.user(user_id));
}

/** All people in the order in which they joined. */
export async function list(table: Table<'get' | 'query'>): Promise<UserProfile[]> {
  const entries = await table.query<{ collection_sk: string }>({ collection: keys.users() });
  const found = await Promise.all(
    entries.map(({ collection_sk }) => table.get<UserProfile>(keys.user(collection_sk))),
  );
  return found.filter((user) => user !== undefined);
}

/**
 * Creates a user. The sign-in is written last and decides: undefined where the e-mail is taken, and then nothing
 * remains. Throws `validation_failed`, with every problem of the new user.
 */
export async function create(
  table: Table<'put' | 'delete'>,
  newUser: NewUser,
  now: Date,
): Promise<UserProfile | undefined> {
  const { email, username, display_name, password } = parseOrFail(NewUser, newUser);
  const id = newId(now);
  const user: UserProfile = {
    id,
    username,
    display_name,
    email: email.trim(),
    date_joined: now.toISOString(),
  };
  const signIn: Identity = { user_id: id, username, password_hash: await hashPassword(password) };
  await table.put(
    { ...keys.user(id), collection: keys.users(), collection_sk: id, ...user },
    isNew,
  );
  const outcome = await table.put({ ...keys.signIn(normalizeEmail(email)), ...signIn }, isNew);
  if (outcome.done) return user;
  await table.delete(keys.user(id), exists);
  return undefined;
}

/**
 * Refuses the person from now on, and ends their sessions and all that they granted. A repeat completes what was
 * interrupted. Undefined where nobody has that e-mail.
 */
export async function disable(
  table: Table<'query' | 'update' | 'delete'>,
  email: string,
  now: Date,
): Promise<Identity | undefined> {
  const change = { setIfAbsent: { disabled_datetime: now.toISOString() } };
  const outcome = await table.update<Identity>(keys.signIn(normalizeEmail(email)), change, exists);
  if (!outcome.done) return undefined;
  await table.update(keys.user(outcome.row.user_id), change, exists);
  await endAll(table, outcome.row.user_id, now);
  return outcome.row;
}

/**
 * Changes a password, and ends the person's sessions and all that they granted, since whoever knew the old one may
 * have used it. Undefined where nobody has that e-mail; throws `validation_failed` where the password is too short or too long.
 */
export async function setPassword(
  table: Table<'query' | 'update' | 'delete'>,
  email: string,
  password: string,
  now: Date,
): Promise<Identity | undefined> {
  const outcome = await table.update<Identity>(
    keys.signIn(normalizeEmail(email)),
    { set: { password_hash: await hashPassword(parseOrFail(Password, password)) } },
    exists,
  );
  if (!outcome.done) return undefined;
  await endAll(table, outcome.row.user_id, now);
  return outcome.row;
}

/** Gives a person another password; undefined where the sign-in is not the same any more. */
export async function replacePassword(
  table: Table<'update'>,
  email: string,
  { password_hash }: Identity,
  password: string,
): Promise<Identity | undefined> {
  const outcome = await table.update<Identity>(
    keys.signIn(normalizeEmail(email)),
    { set: { password_hash: await hashPassword(password) } },
    { password_hash: is(password_hash), disabled_datetime: absent },
  );
  return outcome.done ? outcome.row : undefined;
}

/**
 * Sessions before grants: a person who approves meanwhile looks at their session after the grant is written, so that
 * either the grant is found here, or they find the session ended (decision record 9).
 */
async function endAll(
  table: Table<'query' | 'update' | 'delete'>,
  user_id: string,
  now: Date,
): Promise<void> {
  await sessions.endAllOfUser(table, user_id);
  await revocations.revokeAllOfUser(table, user_id, now);
}
