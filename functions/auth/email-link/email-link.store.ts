import { normalizeEmail } from '#functions/auth/identity/identity.ts';
import { newSecret, toDigest } from '#shared/auth/secrets.ts';
import { formatToken, parseToken } from '#shared/auth/tokens.ts';
import { createMailAttributes, type MailAttributes } from '#shared/mail/mail.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { above, exists, isAbsent, isNew, isPresent } from '#shared/table/condition.ts';
import { toOwnerPartition } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { emailLinkKeys } from './email-link.keys.ts';
import type { EmailLinkMail } from './email-link.mail.ts';
import {
  type EmailLink,
  isUsable,
  type LinkContent,
  linkLifetimes,
} from './email-link.ts';

/** A new link, and the mail that contains it. */
export interface NewEmailLink extends LinkContent {
  /** The language tag of the mail. */
  language: string;
  /**
   * The mail that contains the link. Undefined if no mail is sent: nobody can use the link then.
   */
  template: EmailLinkMail | undefined;
}

/** Stores a link. The same write requests the mail that contains it. */
export async function create(
  table: Table<'put'>,
  newLink: NewEmailLink,
  now: Date,
): Promise<EmailLink> {
  const { put, condition } = toCreation(newLink, now);
  await table.put(put, condition);
  return put;
}

/** Returns the change that stores a link as `create` does, for a transaction. */
export function toCreation({ language, template, ...link }: NewEmailLink, now: Date) {
  const expires_at = toEpochSeconds(now) + linkLifetimes[link.purpose];
  const emailLink: EmailLink = {
    id: newId(now),
    ...compact(link),
    digests: {},
    expires_at,
    ttl: expires_at,
  };
  const mail =
    template &&
    createMailAttributes<EmailLinkMail>({ template, to: link.email, language });
  const key = emailLinkKeys.emailLink(link.user_id, emailLink.id);
  const put = { ...key, ...toIndexAttributes(emailLink, now), ...emailLink, ...mail };
  return { put, condition: isNew };
}

/**
 * Returns the index attributes by which an erasure finds the links to an address, even those from
 * before the account existed. A link for a change of address, or for its undoing, has none, because
 * it belongs to the user whose address it is about.
 */
function toIndexAttributes({ purpose, email, id }: EmailLink, now: Date) {
  if (purpose === 'email_change' || purpose === 'email_undo') return {};
  return {
    collection: emailLinkKeys.linksToEmail(normalizeEmail(email)),
    collection_sk: `${now.toISOString()} ${id}`,
  };
}

/** Deletes the links to an address that were sent before a time, except for changes of address. */
export async function deleteSentBefore(
  table: Table<'query' | 'delete'>,
  email: string,
  datetime: string,
): Promise<void> {
  const collection = emailLinkKeys.linksToEmail(normalizeEmail(email));
  // Every datetime (ISO 8601) sorts after `0`.
  for await (const page of table.listKeys({ collection, from: '0', to: datetime }))
    for (const key of page) await table.delete(key, exists);
}

/**
 * Deletes the links to a user's address that were sent before the user had an account. Each of them
 * has the id of another user, whom it would have created.
 */
export async function deleteSentBeforeAccount(
  table: Table<'query' | 'delete'>,
  email: string,
  user_id: string,
): Promise<void> {
  const pk = toOwnerPartition(user_id);
  const collection = emailLinkKeys.linksToEmail(normalizeEmail(email));
  for await (const page of table.listKeys({ collection })) {
    const keysOfOtherIds = page.filter((key) => key.pk !== pk);
    for (const key of keysOfOtherIds) await table.delete(key, exists);
  }
}

/**
 * Creates the token of a link for one mail, and stores the digest of its secret. Returns undefined
 * if the link was used or has expired.
 */
export async function issueToken(
  table: Table<'update'>,
  user_id: string,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const secret = newSecret();
  const mailId = newId(now);
  const change = { set: { [`digests.${mailId}`]: toDigest(secret) } };
  const key = emailLinkKeys.emailLink(user_id, id);
  const outcome = await table.update<EmailLink>(key, change, toOpenCondition(now));
  return outcome.done ? formatToken('link', { user_id, id, secret }) : undefined;
}

/** Returns the link of a token, or undefined if the link was used, expired or never existed. */
export async function find(
  table: Table<'get'>,
  token: string,
  now: Date,
): Promise<EmailLink | undefined> {
  const parsed = parseToken('link', token);
  if (!parsed) return undefined;
  const link = await table.get<EmailLink>(
    emailLinkKeys.emailLink(parsed.user_id, parsed.id),
  );
  return link && isUsable(link, parsed.secret, now) ? link : undefined;
}

/** Lists the links that undo the change of a link, or a later change of the same user. */
export async function listUndoingSince(
  table: Table<'query'>,
  { user_id, changed_datetime = '' }: EmailLink,
): Promise<EmailLink[]> {
  const links = await table.query<EmailLink>(emailLinkKeys.emailLinks(user_id));
  return links.filter(
    (link) =>
      link.purpose === 'email_undo' && (link.changed_datetime ?? '') >= changed_datetime,
  );
}

/**
 * Returns the change that uses up a link, for the transaction that does what the link is for. It
 * fails if the link was used before or has expired, so only one of several concurrent requests uses
 * the link.
 */
export function toUse({ user_id, id }: EmailLink, now: Date) {
  return {
    update: emailLinkKeys.emailLink(user_id, id),
    change: { set: { used_at: toEpochSeconds(now) } },
    condition: toOpenCondition(now),
  };
}

/**
 * Returns the change that uses up a link as `toUse` does, forgets the password hash that it
 * restores, and requests `mail`.
 */
export function toUseForUndo(link: EmailLink, mail: MailAttributes, now: Date) {
  const use = toUse(link, now);
  const set = { ...use.change.set, ...mail };
  return { ...use, change: { set, remove: ['previous_password_hash'] } };
}

/** Returns the condition that a link was not used and has not expired. */
function toOpenCondition(now: Date) {
  return { pk: isPresent, used_at: isAbsent, expires_at: above(toEpochSeconds(now)) };
}
