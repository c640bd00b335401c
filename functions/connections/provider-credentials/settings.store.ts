import {
  isKeyType,
  listKeyTypes,
} from '#shared/reference-data/remote-connection-types.ts';
import { exists } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { providerClientKeys } from './client.keys.ts';
import { type ClientStore, type DecryptedClient, decryptClient } from './client.store.ts';
import type { ProviderClientProfile } from './client.ts';

/**
 * What the operator has set for a provider whose accounts are connected with a key of the person.
 * It is where a client would be, but without its `type`, so release 0.6.0 takes it for none.
 */
interface KeySettings {
  /** The type. Present if people cannot connect accounts. */
  turned_off?: string;
  /** The minutes between two syncs of a connection. */
  sync_minutes?: number;
}

/** What the syncs of a provider need: our client, unless none is needed, and their interval. */
interface SyncSettings {
  client: DecryptedClient | undefined;
  sync_minutes: number | undefined;
}

/**
 * Returns whether people can connect accounts of a type: we have a client at the provider, or none
 * is needed and the operator has not turned it off.
 */
export async function isSetUp(table: Table<'get'>, type: string): Promise<boolean> {
  const key = providerClientKeys.providerClient(type);
  const item = await table.get<ProviderClientProfile & KeySettings>(key);
  return isKeyType(type) ? !item?.turned_off : item !== undefined;
}

/** Returns what is set for the syncs of a provider, or undefined if it is not set up. */
export async function loadSettings(
  store: ClientStore<'get'>,
  type: string,
): Promise<SyncSettings | undefined> {
  if (!isKeyType(type)) {
    const client = await decryptClient(store, type);
    return client && { client, sync_minutes: client.sync_minutes };
  }
  const key = providerClientKeys.providerClient(type);
  const { turned_off, sync_minutes } = (await store.table.get<KeySettings>(key)) ?? {};
  return turned_off ? undefined : { client: undefined, sync_minutes };
}

/** Lists our clients, and what is set for the providers that need none. */
export async function list(table: Table<'query'>) {
  const items = await table.query<Key & (ProviderClientProfile | KeySettings)>(
    providerClientKeys.providerClients(),
  );
  const keys = listKeyTypes().map((type) => {
    const { sk } = providerClientKeys.providerClient(type);
    const item = items.find((each) => each.sk === sk);
    const isOn = !(item && 'turned_off' in item);
    return { type, isOn, sync_minutes: item?.sync_minutes };
  });
  return { clients: items.filter((item) => 'client_id' in item), keys };
}

/** Lets people connect accounts with a key, or ends that. */
export async function turn(
  table: Table<'update'>,
  type: string,
  state: 'on' | 'off',
): Promise<void> {
  const change =
    state === 'off' ? { set: { turned_off: type } } : { remove: ['turned_off'] };
  await table.update(providerClientKeys.providerClient(type), change, {});
}

/**
 * Sets the minutes between two syncs of a provider's connections, or restores the default. Returns
 * false if a client is needed and there is none.
 */
export async function setInterval(
  table: Table<'update'>,
  type: string,
  sync_minutes: number | undefined,
): Promise<boolean> {
  const key = providerClientKeys.providerClient(type);
  const change =
    sync_minutes === undefined ? { remove: ['sync_minutes'] } : { set: { sync_minutes } };
  const condition = isKeyType(type) ? {} : exists;
  const { done } = await table.update(key, change, condition);
  return done;
}
