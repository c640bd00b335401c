import { exists, unchangedSince } from '#shared/table/condition.ts';
import { keys, requireOwner } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { type EmailOwner, type Identity, normalizeEmail } from './identity.ts';

/** The maximum time that the creation of a user takes, in milliseconds. */
export const maxCreationMs = 60_000;

/**
 * Returns the index attributes of credentials. The index then lists the credentials by email, even
 * if the process ends before the item of the email is written.
 */
export function toCredentialsIndex(email: string, user_id: string, now: Date) {
  return {
    collection: keys.credentialsOfEmail(normalizeEmail(email)),
    collection_sk: `${now.toISOString()} ${user_id}`,
  };
}

/**
 * Deletes the credentials and profiles that interrupted sign-ups with an email have left.
 * `createdBefore` must be at least `maxCreationMs` ago, so sign-ups that began before it have
 * ended.
 */
export async function removeInterruptedSignUps(
  table: Table<'get' | 'query' | 'update' | 'delete'>,
  email: string,
  createdBefore: Date,
): Promise<void> {
  const collection = keys.credentialsOfEmail(normalizeEmail(email));
  // Every datetime (ISO 8601) sorts after `0`.
  const to = createdBefore.toISOString();
  for await (const page of table.listKeys({ collection, from: '0', to }))
    for (const key of page)
      await removeIfUnreachable(table, requireOwner(key), createdBefore);
}

/**
 * Deletes the credentials and the profile of a user to whom no email leads.
 *
 * While a user has an email, its item leads to them, and a change of email writes the credentials
 * before it releases the item. So the user is unreachable if the credentials have not changed since
 * they were read. The first write disables the user, which rules out later changes of email. The
 * credentials are deleted last, because only they are in the index.
 */
async function removeIfUnreachable(
  table: Table<'get' | 'update' | 'delete'>,
  user_id: string,
  disabledAt: Date,
): Promise<void> {
  const key = keys.credentials(user_id);
  const identity = await table.get<Identity>(key);
  if (!identity) return;

  const emailKey = keys.email(normalizeEmail(identity.email));
  const owner = await table.get<EmailOwner>(emailKey);
  if (owner?.user_id === user_id) return;

  const change = { setIfAbsent: { disabled_datetime: disabledAt.toISOString() } };
  const disabled = await table.update(key, change, unchangedSince(identity));
  if (!disabled.done) return;

  await table.delete(keys.user(user_id), exists);
  await table.delete(key, exists);
}
