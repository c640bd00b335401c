import * as accounts from '#functions/auth/identity/account.store.ts';
import type { ItemCounts } from '#functions/auth/identity/erasure.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import * as remoteConnections from '#functions/connections/connection/remote-connection.store.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import {
  deleteFiles,
  deleteImage,
  type ImageFileStores,
} from '#functions/main/image/deleted-image.store.ts';
import { imageKeys } from '#functions/main/image/image.keys.ts';
import { compact } from '#shared/runtime/compact.ts';
import { equals, exists } from '#shared/table/condition.ts';
import { type Key, toOwnedCollection, toOwnerPartition } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { findItemKind, type ItemKind } from '../item-kinds.ts';

/** The number of items that are erased at the same time. */
const concurrency = 25;

const imagePrefix = imageKeys.image('').pk;
const deletedImagePrefix = imageKeys.deletedImages('').prefix;
const connectionPrefix = originKeys.remoteConnection('', '').sk;

/** Returns the range of the items of a user in other partitions. */
const toOwnedRange = (user_id: string) => ({ collection: toOwnedCollection(user_id) });

/**
 * Lists the keys of all items of a user in pages, except the item of the erasure. The keys of the
 * user's partition come first.
 */
async function* listItems(table: Table<'query'>, user_id: string): AsyncGenerator<Key[]> {
  const erasure = identityKeys.erasure(user_id);
  for await (const page of table.listKeys({ pk: erasure.pk }))
    yield page.filter(({ sk }) => sk !== erasure.sk);
  yield* table.listKeys(toOwnedRange(user_id));
}

/** Counts the items of a user by kind, and returns the user's email. */
export async function takeInventory(
  table: Table<'get' | 'query'>,
  user_id: string,
): Promise<{ email?: string; counts: ItemCounts }> {
  const counts: Partial<Record<ItemKind, number>> = {};
  const email = await identities.findEmail(table, user_id);
  for await (const page of listItems(table, user_id)) {
    for (const key of page) {
      const kind = findItemKind(key);
      if (kind !== undefined) counts[kind] = (counts[kind] ?? 0) + 1;
    }
  }
  return compact({ email, counts });
}

/** The stores of the items and images of a user. */
export interface ErasedStores extends ImageFileStores {
  table: Table<'get' | 'query' | 'put' | 'update' | 'delete' | 'transact'>;
}

/** One pass over the items of a user, which erases them. */
export interface Sweep {
  user_id: string;
  /** The beginning of the run. */
  now: Date;
  /** If a run began before this time, the requests that it overlapped with can no longer write. */
  settledBefore: Date;
}

/**
 * Erases all items and images of a user, except the item of the erasure. Returns how many items
 * were found. Images need two sweeps.
 */
export async function eraseItems(stores: ErasedStores, sweep: Sweep): Promise<number> {
  await accounts.erase(stores.table, sweep.user_id);
  let count = 0;
  for await (const page of listItems(stores.table, sweep.user_id)) {
    count += page.length;
    for (let start = 0; start < page.length; start += concurrency) {
      const batch = page.slice(start, start + concurrency);
      await Promise.all(batch.map((key) => eraseItem(stores, key, sweep)));
    }
  }
  return count;
}

async function eraseItem(
  stores: ErasedStores,
  { pk, sk }: Key,
  { user_id, now, settledBefore }: Sweep,
): Promise<void> {
  if (pk.startsWith(imagePrefix)) {
    const image = { user_id, id: pk.slice(imagePrefix.length) };
    await deleteImage(stores.table, image, now);
    await deleteFiles(stores, image, { now, settledBefore });
    return;
  }
  if (sk.startsWith(deletedImagePrefix)) {
    const image = { user_id, id: sk.slice(deletedImagePrefix.length) };
    await deleteFiles(stores, image, { now, settledBefore });
    return;
  }
  if (sk.startsWith(connectionPrefix)) {
    const id = sk.slice(connectionPrefix.length);
    if (await eraseConnection(stores.table, user_id, id)) return;
  }
  // The index is eventually consistent: an item of another partition can have a new owner by now.
  const isInPartition = pk === toOwnerPartition(user_id);
  const condition = isInPartition ? exists : { user_id: equals(user_id) };
  await stores.table.delete({ pk, sk }, condition);
}

/**
 * Erases a connection and releases its account, in one transaction. Returns false if one of
 * them is gone already.
 */
async function eraseConnection(
  table: Table<'get' | 'delete' | 'transact'>,
  user_id: string,
  id: string,
): Promise<boolean> {
  const connection = await remoteConnections.find(table, user_id, id);
  if (!connection) return true;
  const removal = remoteConnections.toRemoval(user_id, { ...connection, id });
  return meetsConditions(await table.transact(removal));
}
