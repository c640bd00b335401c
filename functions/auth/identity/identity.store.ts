import { parseOrFail } from '#shared/http/validation.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import { equals, exists, isAbsent, isNew } from '#shared/table/condition.ts';
import { type Key, keys, toOwnedAttributes } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { createMailAttributes, type MailAttributes } from '../mail/mail-request.ts';
import { endAllAccess } from './end-all-access.store.ts';
import {
  type EmailOwner,
  type Identity,
  isEmail,
  normalizeEmail,
  type UserProfile,
} from './identity.ts';
import { toCredentialsIndex } from './interrupted-sign-up.store.ts';
import { NewUser, Password } from './new-user.ts';
import { hashPassword } from './password.ts';

/** An entry in the index of all users. */
interface ListedUser {
  /** The user's id. */
  collection_sk: string;
}

/**
 * The id that is read for an unknown email, which then takes the same time. No user has this id.
 */
const nobody = '-';

/** Returns the key of the item that leads from an email to its user. */
export function toEmailKey(email: string): Key {
  return keys.email(normalizeEmail(email));
}

/** Returns the item that leads from an email to its user. */
export function toEmailItem(email: string, user_id: string): Key & EmailOwner {
  const key = toEmailKey(email);
  return { ...key, ...toOwnedAttributes(user_id, key), user_id };
}

/**
 * Returns the identity that signs in with an email, even a disabled one. Returns undefined if the
 * email is unknown, or if the user has replaced it. An unknown email takes the same two reads.
 */
export async function findByEmail(
  table: Table<'get'>,
  email: string,
): Promise<Identity | undefined> {
  if (!isEmail(email)) return undefined;
  const owner = await table.get<EmailOwner>(toEmailKey(email));
  const identity = await findByUser(table, owner?.user_id ?? nobody);
  const isCurrent = identity && normalizeEmail(identity.email) === normalizeEmail(email);
  return isCurrent ? identity : undefined;
}

/** Returns the identity of a user, even of a disabled one, or undefined. */
export function findByUser(
  table: Table<'get'>,
  user_id: string,
): Promise<Identity | undefined> {
  return table.get<Identity>(keys.credentials(user_id));
}

/** Returns the profile of a user, even of a disabled one, or undefined. */
export function findProfile(
  table: Table<'get'>,
  user_id: string,
): Promise<UserProfile | undefined> {
  return table.get<UserProfile>(keys.user(user_id));
}

/**
 * Returns the email of a user, or undefined if the user does not exist. After an interrupted
 * change, the profile can still have the previous email, so the credentials are read first.
 */
export async function findEmail(
  table: Table<'get'>,
  user_id: string,
): Promise<string | undefined> {
  const identity = await findByUser(table, user_id);
  const source = identity ?? (await findProfile(table, user_id));
  return source?.email;
}

/** Selects a page of users. `after` is the id of the last user of the previous page. */
export interface UserPage {
  limit: number;
  after?: string | undefined;
}

/** Lists a page of the profiles of all users, in the order in which they joined. */
export async function list(
  table: Table<'get' | 'query'>,
  { limit, after }: UserPage,
): Promise<UserProfile[]> {
  const collection = keys.users();
  const entries = await table.queryPage<ListedUser>({ collection, limit, after });
  const reads = entries.map((entry) => findProfile(table, entry.collection_sk));
  const profiles = await Promise.all(reads);
  return profiles.filter((profile) => profile !== undefined);
}

/**
 * Creates a user. Returns undefined and leaves nothing behind if the email is taken: the item of
 * the email is written last and decides. Throws `validation_failed` with every problem of the
 * fields.
 *
 * The credentials are written first and deleted last. The index lists them by email, so an erasure
 * finds what an interrupted call left.
 */
export async function create(
  table: Table<'put' | 'delete'>,
  newUser: NewUser,
  now: Date,
  id: string = newId(now),
): Promise<UserProfile | undefined> {
  const { email, username, display_name, password } = parseOrFail(NewUser, newUser);
  const trimmedEmail = email.trim();
  const profile: UserProfile = {
    id,
    username,
    display_name,
    email: trimmedEmail,
    date_joined: now.toISOString(),
  };
  const identity: Identity = {
    user_id: id,
    username,
    email: trimmedEmail,
    password_hash: await hashPassword(password),
  };

  const index = toCredentialsIndex(email, id, now);
  await table.put({ ...keys.credentials(id), ...index, ...identity }, isNew);
  const listed = { collection: keys.users(), collection_sk: id };
  await table.put({ ...keys.user(id), ...listed, ...profile }, isNew);

  const outcome = await table.put(toEmailItem(email, id), isNew);
  if (outcome.done) return profile;

  await table.delete(keys.user(id), exists);
  await table.delete(keys.credentials(id), exists);
  return undefined;
}

/**
 * Sets a password on behalf of the operator. Requests a mail to the user if `mailLanguage` is
 * given. Ends the user's sessions and revokes their grants, because the old password may be stolen.
 *
 * Returns undefined if the email is unknown. Throws `validation_failed` if the password is invalid.
 */
export async function setPasswordAsOperator(
  table: Table,
  email: string,
  password: string,
  now: Date,
  mailLanguage?: string,
): Promise<Identity | undefined> {
  const password_hash = await hashPassword(parseOrFail(Password, password));
  const identity = await findByEmail(table, email);
  if (!identity) return undefined;

  const { user_id } = identity;
  const mail = toPasswordMail(identity, mailLanguage);
  const change = { set: { password_hash, ...mail } };
  const outcome = await table.update<Identity>(keys.credentials(user_id), change, exists);
  if (!outcome.done) return undefined;

  await endAllAccess(table, user_id, now);
  return outcome.item;
}

/** Returns the attributes that request the mail, or no attributes if there is no language. */
function toPasswordMail(
  { email }: Identity,
  language: string | undefined,
): Partial<MailAttributes> {
  if (language === undefined) return {};
  const template = 'password_set_by_operator';
  return createMailAttributes({ template, to: email, language });
}

/**
 * Replaces a password and requests `mail` by the same write. Returns undefined if the password has
 * changed or the user was disabled since the identity was read. The caller must end the sessions
 * and grants.
 */
export async function replacePasswordIfUnchanged(
  table: Table<'update'>,
  identity: Identity,
  password: string,
  mail: Partial<MailAttributes> = {},
): Promise<Identity | undefined> {
  const password_hash = await hashPassword(password);
  const change = { set: compact({ password_hash, ...mail }) };
  const outcome = await table.update<Identity>(
    keys.credentials(identity.user_id),
    change,
    toUnchangedCondition(identity),
  );
  return outcome.done ? outcome.item : undefined;
}

/** Deletes the item of an email, if it leads to the user. Anybody can then use the email. */
export async function releaseEmail(
  table: Table<'delete'>,
  email: string,
  user_id: string,
): Promise<void> {
  await table.delete(toEmailKey(email), { user_id: equals(user_id) });
}

/** Returns the condition that an identity has the same password and is not disabled. */
export function toUnchangedCondition({ password_hash }: Identity) {
  return { password_hash: equals(password_hash), disabled_datetime: isAbsent };
}
