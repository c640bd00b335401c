import { exists } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { providerClientKeys } from './provider-client.keys.ts';
import type { ProviderClientProfile } from './provider-client.ts';

/** Returns the client at a provider without its secrets, or undefined if there is none. */
export function find(
  table: Table<'get'>,
  type: string,
): Promise<ProviderClientProfile | undefined> {
  return table.get<ProviderClientProfile>(providerClientKeys.providerClient(type));
}

/** Lists the clients by their types. */
export function list(table: Table<'query'>): Promise<ProviderClientProfile[]> {
  return table.query<ProviderClientProfile>(providerClientKeys.providerClients());
}

/**
 * Sets the minutes between two syncs of a provider's connections, or restores the default. Returns
 * false if there is no client.
 */
export async function setInterval(
  table: Table<'update'>,
  type: string,
  sync_minutes: number | undefined,
): Promise<boolean> {
  const key = providerClientKeys.providerClient(type);
  const change =
    sync_minutes === undefined ? { remove: ['sync_minutes'] } : { set: { sync_minutes } };
  const { done } = await table.update(key, change, exists);
  return done;
}

/** Removes the client at a provider. Returns whether it existed. */
export function remove(table: Table<'delete'>, type: string): Promise<boolean> {
  return table.delete(providerClientKeys.providerClient(type), exists);
}
