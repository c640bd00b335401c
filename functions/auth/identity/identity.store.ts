import {
  createMailAttributes,
  type MailAttributes,
  type MailRequest,
} from '#shared/mail/mail.ts';
import { compact } from '#shared/runtime/compact.ts';
import { equals, exists, isAbsent } from '#shared/table/condition.ts';
import { getExisting } from '#shared/table/each.ts';
import type { Change } from '#shared/table/expression.ts';
import type { Key } from '#shared/table/keys.ts';
import type { ListPage, Table, TransactionChange } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { identityKeys } from './identity.keys.ts';
import {
  type EmailOwner,
  type Identity,
  isEmail,
  normalizeEmail,
  type UserProfile,
} from './identity.ts';
import { hashPassword } from './password.ts';

/**
 * The id that is read for an unknown email, which then takes the same time. No user has this id.
 */
const nobody = '-';

/** Returns the key of the item that leads from an email to its user. */
export function toEmailKey(email: string): Key {
  return identityKeys.email(normalizeEmail(email));
}

/**
 * Returns the identity that signs in with an email, even a disabled one, or undefined. An unknown
 * email takes the same two reads.
 */
export async function findByEmail(
  table: Table<'get'>,
  email: string,
): Promise<Identity | undefined> {
  if (!isEmail(email)) return undefined;
  const owner = await table.get<EmailOwner>(toEmailKey(email));
  return findByUser(table, owner?.user_id ?? nobody);
}

/** Returns the identity of a user, even of a disabled one, or undefined. */
export function findByUser(
  table: Table<'get'>,
  user_id: string,
): Promise<Identity | undefined> {
  return table.get<Identity>(identityKeys.credentials(user_id));
}

/** Returns the profile of a user, even of a disabled one, or undefined. */
export function findProfile(
  table: Table<'get'>,
  user_id: string,
): Promise<UserProfile | undefined> {
  return table.get<UserProfile>(identityKeys.user(user_id));
}

/** Returns the email of a user, or undefined if the user does not exist. */
export async function findEmail(
  table: Table<'get'>,
  user_id: string,
): Promise<string | undefined> {
  const profile = await findProfile(table, user_id);
  return profile?.email;
}

/**
 * Returns the attributes that make a write request a mail to a user. Empty if the user no longer
 * exists.
 */
export async function createMailToUser<Template extends string = never>(
  table: Table<'get'>,
  user_id: string,
  request: Omit<MailRequest<NoInfer<Template>>, 'to'>,
): Promise<Partial<MailAttributes>> {
  const to = await findEmail(table, user_id);
  return to === undefined ? {} : createMailAttributes<Template>({ ...request, to });
}

/** Lists a page of the profiles of all users, in the order in which they joined. */
export async function list(
  table: Table<'getEach' | 'query'>,
  page: ListPage,
): Promise<UserProfile[]> {
  const collection = identityKeys.users();
  return getExisting<UserProfile>(
    table,
    await table.queryPage<Key>({ collection, ...page }),
  );
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
  const { update, change, condition } = await toNewPassword(identity, password, mail);
  const outcome = await table.update<Identity>(update, change, condition);
  return outcome.done ? outcome.item : undefined;
}

/**
 * Replaces a password as `replacePasswordIfUnchanged` does, and uses up the link that allows it, in
 * one transaction. Returns false if the link was used before, or if the identity has changed.
 */
export async function resetPasswordByLink(
  table: Table<'update' | 'transact'>,
  identity: Identity,
  password: string,
  mail: MailAttributes,
  useLink: TransactionChange<'update'>,
): Promise<boolean> {
  const newPassword = await toNewPassword(identity, password, mail);
  const profile = {
    update: identityKeys.user(identity.user_id),
    change: confirmation,
    condition: exists,
  };
  return meetsConditions(await table.transact([newPassword, profile, useLink]));
}

/**
 * Replaces a password, whatever it is now, and requests mail by the same write if `set` says so.
 * Returns undefined if the user does not exist. The caller must end the sessions and grants.
 */
export async function replacePassword(
  table: Table<'update'>,
  user_id: string,
  set: Pick<Identity, 'password_hash'> & Partial<MailAttributes>,
): Promise<Identity | undefined> {
  const change = { set, increment: nextGeneration };
  const key = identityKeys.credentials(user_id);
  const outcome = await table.update<Identity>(key, change, exists);
  return outcome.done ? outcome.item : undefined;
}

/** Changes the credentials and the profile of a user, if they exist, in one transaction. */
export async function changeUser(
  table: Table<'get' | 'update' | 'transact'>,
  user_id: string,
  { credentials, profile }: { credentials: Change; profile: Change },
): Promise<Identity | undefined> {
  const result = await table.transact([
    { update: identityKeys.credentials(user_id), change: credentials, condition: exists },
    { update: identityKeys.user(user_id), change: profile, condition: exists },
  ]);
  return meetsConditions(result) ? findByUser(table, user_id) : undefined;
}

/** The change of a profile by a link that was sent to its email. */
export const confirmation = { remove: ['unconfirmed_email'] };

/** The increment by a write that ends the access of everybody who knew the password. */
export const nextGeneration = { access_generation: 1 };

/** Returns the change that replaces a password, unless the identity has changed. */
async function toNewPassword(
  identity: Identity,
  password: string,
  mail: Partial<MailAttributes>,
) {
  const password_hash = await hashPassword(password);
  return {
    update: identityKeys.credentials(identity.user_id),
    change: { set: compact({ password_hash, ...mail }), increment: nextGeneration },
    condition: toUnchangedCondition(identity),
  };
}

/**
 * Returns the condition that an identity has the same email and password, and is not disabled. The
 * generation tells a password that was restored from one that never changed.
 */
export function toUnchangedCondition({
  email,
  password_hash,
  access_generation: generation,
}: Identity) {
  return {
    email: equals(email),
    password_hash: equals(password_hash),
    access_generation: generation === undefined ? isAbsent : equals(generation),
    disabled_datetime: isAbsent,
  };
}
