import { parseOrFail } from '#shared/http/validation.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import { equals, exists, isNew } from '#shared/table/condition.ts';
import { type Key, toOwnedAttributes } from '#shared/table/keys.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { identityKeys } from './identity.keys.ts';
import {
  confirmation,
  findByUser,
  nextGeneration,
  toEmailKey,
  toUnchangedCondition,
} from './identity.store.ts';
import {
  type EmailOwner,
  type Identity,
  normalizeEmail,
  type UserProfile,
} from './identity.ts';
import { NewUser } from './new-user.ts';
import { hashPassword } from './password.ts';
import { newHealthConsent } from './processing.ts';
import type { UserSettings } from './user-settings.ts';

/** A new user, and how they sign in. */
export interface Account {
  profile: UserProfile;
  identity: Identity;
}

/** The sign-up of a new user. */
export interface SignUp {
  /** The id of the user. Defaults to a new one. */
  user_id?: string;
  /**
   * Whether the person consents to the processing of health data. If not, they are asked when they
   * sign in.
   */
  hasConsented?: boolean;
  /** The settings that their browser tells. */
  settings?: UserSettings;
  /** Uses up the link. */
  useLink?: TransactionChange<'update'>;
}

/**
 * Creates a user with their credentials and their email, and uses up the link of a sign-up, in one
 * transaction. Returns undefined if the email is taken, or if the link was used before. Throws
 * `validation_failed` with every problem of the fields. Without `signUp`, the email is unconfirmed.
 */
export async function create(
  table: Table<'put' | 'update' | 'transact'>,
  newUser: NewUser,
  now: Date,
  signUp?: SignUp,
): Promise<Account | undefined> {
  const { username, display_name, password, ...fields } = parseOrFail(NewUser, newUser);
  const id = signUp?.user_id ?? newId(now);
  const email = fields.email.trim();
  const date_joined = now.toISOString();
  const health_consent = signUp?.hasConsented ? newHealthConsent(now) : undefined;
  const profile: UserProfile = {
    id,
    username,
    display_name,
    email,
    date_joined,
    ...compact({ health_consent }),
    ...signUp?.settings,
    ...(signUp ? {} : { unconfirmed_email: true }),
  };
  const password_hash = await hashPassword(password);
  const identity: Identity = { user_id: id, username, email, password_hash };

  const listed = { collection: identityKeys.users(), collection_sk: id };
  const result = await table.transact([
    { put: toEmailItem(email, id), condition: isNew },
    { put: { ...identityKeys.credentials(id), ...identity }, condition: isNew },
    { put: { ...identityKeys.user(id), ...listed, ...profile }, condition: isNew },
    ...(signUp?.useLink ? [signUp.useLink] : []),
  ]);
  return meetsConditions(result) ? { profile, identity } : undefined;
}

/** A change of a user's email. */
export interface EmailChange {
  from: string;
  to: string;
  /** Uses up the link that confirms the new email. */
  useLink: TransactionChange<'update'>;
  /** Stores the link that undoes the change. */
  undoLink: TransactionChange<'put'>;
}

/**
 * Changes the email of a user, uses up the link and stores the one that undoes the change, in one
 * transaction. Returns false if the new email is taken, if the link was used before, or if the
 * password or the email has changed since the identity was read.
 */
export async function changeEmail(
  table: Table<'put' | 'update' | 'delete' | 'transact'>,
  identity: Identity,
  { from, to, useLink, undoLink }: EmailChange,
): Promise<boolean> {
  const { user_id } = identity;
  const result = await table.transact([
    {
      update: identityKeys.credentials(user_id),
      change: { set: { email: to } },
      condition: toUnchangedCondition({ ...identity, email: from }),
    },
    ...toEmailMove(user_id, from, to),
    useLink,
    undoLink,
  ]);
  return meetsConditions(result);
}

/** The email and the password that a user had before a change. */
export interface EmailRestoration {
  email: string;
  password_hash: string;
  /** Requests a mail to this email. */
  mail: MailAttributes;
  /** Uses up the link that allows it. */
  useLink: TransactionChange<'update'>;
}

/**
 * Restores the email and the password of a user and uses up the link, in one transaction. Returns
 * false if somebody else has the email by now, if the link was used before, or if the identity has
 * changed since it was read. The caller must end the sessions and grants.
 */
export async function restoreEmail(
  table: Table<'put' | 'update' | 'delete' | 'transact'>,
  identity: Identity,
  { email, password_hash, mail, useLink }: EmailRestoration,
): Promise<boolean> {
  const { user_id, access_generation = 0 } = identity;
  const restored_generation = access_generation + nextGeneration.access_generation;
  const result = await table.transact([
    {
      update: identityKeys.credentials(user_id),
      change: {
        set: { email, password_hash, restored_generation, ...mail },
        increment: nextGeneration,
      },
      condition: toUnchangedCondition(identity),
    },
    ...toEmailMove(user_id, identity.email, email),
    useLink,
  ]);
  return meetsConditions(result);
}

/** Returns the item that leads from an email to its user. */
function toEmailItem(email: string, user_id: string): Key & EmailOwner {
  const key = toEmailKey(email);
  return { ...key, ...toOwnedAttributes(user_id, key), user_id };
}

/** Returns the changes by which a profile has another email, which leads to the user. */
function toEmailMove(
  user_id: string,
  from: string,
  to: string,
): TransactionChange<'put' | 'update' | 'delete'>[] {
  const profile = {
    update: identityKeys.user(user_id),
    change: { set: { email: to }, ...confirmation },
    condition: exists,
  };
  // Emails that differ in case only, for example, have the same item.
  if (normalizeEmail(to) === normalizeEmail(from)) return [profile];
  return [
    profile,
    { put: toEmailItem(to, user_id), condition: isNew },
    { delete: toEmailKey(from), condition: { user_id: equals(user_id) } },
  ];
}

/**
 * Deletes a user with their credentials and their email, in one transaction. Anybody can then use
 * the email.
 */
export async function erase(
  table: Table<'get' | 'delete' | 'transact'>,
  user_id: string,
): Promise<void> {
  const identity = await findByUser(table, user_id);
  if (!identity) return;

  await table.transact([
    { delete: toEmailKey(identity.email), condition: { user_id: equals(user_id) } },
    {
      delete: identityKeys.credentials(user_id),
      condition: { email: equals(identity.email) },
    },
    { delete: identityKeys.user(user_id), condition: exists },
  ]);
}
