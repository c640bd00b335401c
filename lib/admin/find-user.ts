import * as identities from '#functions/auth/identity/identity.store.ts';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { requireFound } from '#shared/http/require-found.ts';
import { isId } from '#shared/runtime/ids.ts';
import { isLogHash, toLogHash } from '#shared/runtime/log-hash.ts';
import { keys, requireOwner } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';

/** Describes the argument by which `requireUser` finds a user. */
export const userArgument = 'email address, id, or user_hash of a log line';

/**
 * A user, with the email to sign in with. After an interrupted change, the email of the profile is
 * another.
 */
export interface FoundUser {
  profile: UserProfile;
  email: string;
}

/**
 * Returns a user by their email or id, or by the hash of their id in the log. Throws `not_found` if
 * there is no such user.
 */
export async function requireUser(
  table: Table<'get' | 'query'>,
  reference: string,
): Promise<FoundUser> {
  const user_id = await findUserId(table, reference);
  const profile =
    user_id === undefined ? undefined : await identities.findProfile(table, user_id);
  const found = requireFound(profile, { kind: 'user', id: reference }, serviceError);
  const email = (await identities.findEmail(table, found.id)) ?? found.email;
  return { profile: found, email };
}

async function findUserId(
  table: Table<'get' | 'query'>,
  reference: string,
): Promise<string | undefined> {
  if (isId(reference)) return reference;
  if (isLogHash(reference)) return findIdByLogHash(table, reference);
  const identity = await identities.findByEmail(table, reference);
  return identity?.user_id;
}

/**
 * Returns the id of the user whose id has this hash in the log, or undefined if there is none. No
 * item has the hash, so this computes the hashes of all users.
 */
async function findIdByLogHash(
  table: Table<'query'>,
  hash: string,
): Promise<string | undefined> {
  for await (const page of table.listKeys({ collection: keys.users() })) {
    const ids = page.map(requireOwner);
    const found = ids.find((id) => toLogHash(id) === hash);
    if (found !== undefined) return found;
  }
}
