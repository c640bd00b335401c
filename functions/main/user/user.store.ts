import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import type { Table } from '#shared/table/table.ts';
import type { User } from './user.ts';

/** Returns a user, or undefined if the id is unknown. */
export function find(table: Table<'get'>, id: string): Promise<User | undefined> {
  return table.get<User>(identityKeys.user(id));
}
