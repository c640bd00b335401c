import { exists, isNew, unchangedSince } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import type { Client } from './client.ts';
import type { Logo } from './logo.ts';

/** Returns the logo of a client, or undefined if it has none. */
export function findLogo(
  table: Table<'get'>,
  client_id: string,
): Promise<Logo | undefined> {
  return table.get<Logo>(keys.clientLogo(client_id));
}

/**
 * Replaces the logo of a client. The logo is an item of its own, because every token request reads
 * the client's item. Pages read the logo only after `has_logo` is set, so the logo is written
 * first.
 *
 * Returns undefined if the client does not exist or the logo was changed at the same time.
 */
export async function setLogo(
  table: Table<'get' | 'put' | 'update'>,
  client_id: string,
  { type, bytes, width, height }: Logo,
): Promise<Client | undefined> {
  const logo = { type, bytes, width, height };
  const existing = await findLogo(table, client_id);
  const isUnchanged = existing ? unchangedSince(existing) : isNew;
  const stored = await table.put<Logo>(
    { ...keys.clientLogo(client_id), ...logo },
    isUnchanged,
  );
  if (!stored.done) return undefined;
  return changeClient(table, client_id, { set: { has_logo: true } });
}

/** Removes the logo of a client. Returns undefined if the client does not exist. */
export async function removeLogo(
  table: Table<'delete' | 'update'>,
  client_id: string,
): Promise<Client | undefined> {
  const client = await changeClient(table, client_id, { remove: ['has_logo'] });
  await table.delete(keys.clientLogo(client_id), exists);
  return client;
}

async function changeClient(
  table: Table<'update'>,
  client_id: string,
  change: { set: { has_logo: true } } | { remove: ['has_logo'] },
): Promise<Client | undefined> {
  const changed = await table.update<Client>(keys.client(client_id), change, exists);
  return changed.done ? changed.item : undefined;
}
