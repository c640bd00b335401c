import { equals, exists, isNew } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { createWriteId } from '#shared/table/write-id.ts';
import type { MailAttributes } from '../mail/mail-request.ts';
import {
  releaseEmail,
  toEmailItem,
  toEmailKey,
  toUnchangedCondition,
} from './identity.store.ts';
import { type EmailOwner, type Identity, normalizeEmail } from './identity.ts';
import {
  maxCreationMs,
  removeInterruptedSignUps,
  toCredentialsIndex,
} from './interrupted-sign-up.store.ts';

/** A change of a user's email. */
export interface EmailChange {
  from: string;
  to: string;
}

/**
 * Changes the email of a user and requests a mail by the same write. Returns false if another user
 * has the new email, or if the password or the email has changed since the identity was read.
 *
 * The item of the new email is written first, and then the credentials, whose write decides. The
 * items of the old email are removed last, so a repeat completes an interrupted change.
 */
export async function changeEmail(
  table: Table<'get' | 'query' | 'put' | 'update' | 'delete'>,
  identity: Identity,
  { from, to }: EmailChange,
  mail: MailAttributes,
  now: Date,
): Promise<boolean> {
  const { user_id } = identity;
  const claim = await claimEmail(table, to, user_id);
  if (!claim) return false;

  const changed = await table.update<Identity>(
    keys.credentials(user_id),
    { set: { email: to, ...toCredentialsIndex(to, user_id, now), ...mail } },
    { ...toUnchangedCondition(identity), email: equals(from) },
  );
  // A repeat finds the new email in the credentials.
  const hasNewEmail = changed.done || changed.existing?.email === to;
  if (!hasNewEmail) {
    await withdrawClaim(table, to, claim);
    return false;
  }

  await table.update(keys.user(user_id), { set: { email: to } }, exists);
  // Emails that differ in case only, for example, have the same item.
  const isSameItem = normalizeEmail(to) === normalizeEmail(from);
  if (isSameItem) return true;

  const createdBefore = new Date(now.getTime() - maxCreationMs);
  await removeInterruptedSignUps(table, from, createdBefore);
  await releaseEmail(table, from, user_id);
  return true;
}

/** A claim of an email by a change. */
interface EmailClaim {
  /** The id of the write that created the item, or undefined if the user had the item before. */
  write_id?: string;
}

/**
 * Makes an email lead to a user. Returns undefined if the email leads to another user. If the user
 * has the item already, the update gives it a new `write_id`, as every update does. So the change
 * that created the item cannot withdraw it.
 */
async function claimEmail(
  table: Table<'put' | 'update'>,
  email: string,
  user_id: string,
): Promise<EmailClaim | undefined> {
  const write_id = createWriteId();
  const item = { ...toEmailItem(email, user_id), write_id };
  const created = await table.put<EmailOwner>(item, isNew);
  if (created.done) return { write_id };

  const isOwner = { user_id: equals(user_id) };
  const repeated = await table.update(toEmailKey(email), { set: { user_id } }, isOwner);
  return repeated.done ? {} : undefined;
}

/** Releases the email of a change that failed, unless another change of the user has claimed it. */
async function withdrawClaim(
  table: Table<'delete'>,
  email: string,
  { write_id }: EmailClaim,
): Promise<void> {
  if (write_id === undefined) return;
  await table.delete(toEmailKey(email), { write_id: equals(write_id) });
}
