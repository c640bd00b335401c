import * as identities from '#functions/auth/identity/identity.store.ts';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { requireFound } from '#shared/http/require-found.ts';
import { isId } from '#shared/runtime/ids.ts';
import type { Table } from '#shared/table/table.ts';

/** A user, with the email to sign in with. After an interrupted change, the profile has another. */
export interface FoundUser {
  profile: UserProfile;
  email: string;
}

/** Returns a user by their email or id. Throws `not_found` if it does not exist. */
export async function requireUser(
  table: Table<'get'>,
  emailOrId: string,
): Promise<FoundUser> {
  const user_id = await findUserId(table, emailOrId);
  const profile =
    user_id === undefined ? undefined : await identities.findProfile(table, user_id);
  const found = requireFound(profile, { kind: 'user', id: emailOrId }, serviceError);
  const email = (await identities.findEmail(table, found.id)) ?? found.email;
  return { profile: found, email };
}

async function findUserId(
  table: Table<'get'>,
  emailOrId: string,
): Promise<string | undefined> {
  if (isId(emailOrId)) return emailOrId;
  const identity = await identities.findByEmail(table, emailOrId);
  return identity?.user_id;
}
