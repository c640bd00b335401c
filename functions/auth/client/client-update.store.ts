import { toServicePrincipal } from '#shared/auth/principal.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import { compact } from '#shared/runtime/compact.ts';
import { exists, unchangedSince } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { find } from './client.store.ts';
import type { Client } from './client.ts';
import { Registration } from './registration.ts';

type Changeable = 'name' | 'redirect_uris' | 'scopes' | 'client_uri' | 'policy_uri';

/** A change of a client: new values, and the optional members to remove. */
export interface ClientChange {
  set: Partial<Pick<Registration, Changeable>>;
  remove: readonly ('client_uri' | 'policy_uri')[];
}

/**
 * Changes a client, and in the same transaction its service principal if the name changes. Existing
 * grants keep their scopes. Returns undefined if the client does not exist or was changed at the
 * same time.
 *
 * Throws `validation_failed` with every problem.
 */
export async function updateClient(
  table: Table<'get' | 'update' | 'transact'>,
  client_id: string,
  { set, remove }: ClientChange,
): Promise<Client | undefined> {
  const current = await find(table, client_id);
  if (!current) return undefined;

  // The rules for redirect URIs depend on other fields, so unchanged ones are validated as well.
  const { redirect_uris, grant_types, native } = current;
  const unchanged = { name: current.name, redirect_uris: [...redirect_uris] };
  const fields = { ...unchanged, grant_types: [...grant_types], native, ...set };
  const accepted = parseOrFail(Registration, fields);
  const update = keys.client(client_id);
  const change = { set: compact(accepted), remove };
  const condition = unchangedSince(current);
  if (accepted.name === current.name) {
    const outcome = await table.update<Client>(update, change, condition);
    return outcome.done ? outcome.item : undefined;
  }
  const renaming = toRenaming(client_id, accepted.name);
  const { done } = await table.transact([{ update, change, condition }, renaming]);
  return done ? find(table, client_id) : undefined;
}

/** Returns the change of the service principal's name, which the client sees as its user's. */
function toRenaming(client_id: string, name: string): TransactionChange<'update'> {
  return {
    update: keys.user(toServicePrincipal(client_id)),
    change: { set: { username: name, display_name: name } },
    condition: exists,
  };
}
