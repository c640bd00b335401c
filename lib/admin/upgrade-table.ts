import { toEmailItem, toEmailKey } from '#functions/auth/identity/identity.store.ts';
import type { EmailOwner } from '#functions/auth/identity/identity.ts';
import { getSizeName, recordedSizesLifetime } from '#shared/objects/image-buckets.ts';
import type { Objects } from '#shared/objects/objects.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import {
  equals,
  exists,
  hasFewerThan,
  isNew,
  unchangedSince,
} from '#shared/table/condition.ts';
import { findItemKind, type ItemKind, itemKinds } from '#shared/table/item-kinds.ts';
import { type Key, keys, toOwnedAttributes } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';

/** A table with the methods that an upgrade of items calls. */
type ItemTable = Table<'get' | 'put' | 'update' | 'delete'>;

/** An item, as the scan of an upgrade reads it. */
export interface ScannedItem extends Key {
  user_id?: string;
  collection?: string;
}

/** How many items an upgrade read, and how many of them it added to the index. */
export interface UpgradeCounts {
  items_read: number;
  items_indexed: number;
}

/**
 * Adds the items outside their owner's partition to the index that lists an owner's items. Earlier
 * versions stored these items without the attributes of the index, and emails with an international
 * domain under another key. Can be repeated.
 */
export async function indexOwnedItems(
  table: ItemTable,
  pages: AsyncIterable<readonly ScannedItem[]>,
): Promise<UpgradeCounts> {
  const counts = { items_read: 0, items_indexed: 0 };
  for await (const items of pages) {
    counts.items_read += items.length;
    for (const item of items) {
      const isUpgraded = await upgradeItem(table, item);
      if (isUpgraded) counts.items_indexed += 1;
    }
  }
  return counts;
}

async function upgradeItem(table: ItemTable, item: ScannedItem): Promise<boolean> {
  const { pk, sk } = item;
  const kind = findItemKind({ pk, sk });
  const hasOldKey = kind === 'email' && toEmailKey(getAddress(pk)).pk !== pk;
  const isMoved = hasOldKey && (await normalizeKey(table, { pk, sk }));
  return isMoved || indexItem(table, item, kind);
}

/** Returns the address in the partition key of an email, as in `EMAIL#ann@example.com`. */
function getAddress(pk: string): string {
  return pk.slice(pk.indexOf('#') + 1);
}

/**
 * Moves the item of an email with an international domain to its normalized key. Keeps the item if
 * another user has that key. The user of a kept item can sign in only with a new email address.
 */
async function normalizeKey(table: ItemTable, key: Key): Promise<boolean> {
  const item = await table.get<EmailOwner>(key);
  if (!item) return false;

  const moved = { ...item, ...toEmailItem(getAddress(key.pk), item.user_id) };
  const written = await table.put<EmailOwner>(moved, isNew);
  const isMoved = written.done || written.existing?.user_id === item.user_id;
  if (isMoved) await table.delete(key, unchangedSince(item));
  return isMoved;
}

async function indexItem(
  table: Table<'update'>,
  { pk, sk, user_id, collection }: ScannedItem,
  kind: ItemKind | undefined,
): Promise<boolean> {
  const isOwned = kind !== undefined && itemKinds[kind].erase.place === 'owned_items';
  if (!isOwned || collection !== undefined || user_id === undefined) return false;

  const change = { set: toOwnedAttributes(user_id, { pk }) };
  const condition = { ...exists, user_id: equals(user_id) };
  const { done } = await table.update({ pk, sk }, change, condition);
  return done;
}

/** A limit for the sizes in one item. Images of earlier versions have far fewer variants. */
const maxSizes = 1000;

/** Records the sizes of the variants that earlier versions stored. Returns their number. */
export async function recordVariantSizes(
  table: Table<'update'>,
  variants: Objects<'list'>,
  now: Date,
): Promise<number> {
  const ttl = toEpochSeconds(now) + recordedSizesLifetime;
  let count = 0;
  for await (const objectKeys of variants.list('images/')) {
    for (const objectKey of objectKeys) {
      // The last segment of a key is the id of the image.
      const id = objectKey.slice(objectKey.lastIndexOf('/') + 1);
      const change = { include: { sizes: getSizeName(objectKey) }, set: { ttl } };
      const condition = { sizes: hasFewerThan(maxSizes) };
      await table.update(keys.imageVariants(id), change, condition);
      count += 1;
    }
  }
  return count;
}
