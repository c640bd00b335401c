import { getExisting } from '#shared/table/each.ts';
import { toOwnedCollection, toOwnerPartition } from '#shared/table/keys.ts';
import type { ListedEntry, Table } from '#shared/table/table.ts';
import type { ArchiveSources } from './sections.ts';

/** Some items of a range, and the key after which the next page begins. */
interface ItemPage<Item> {
  items: Item[];
  after: string;
}

/** The largest number of items of a page. It also has at most 1 MB. */
const pageLimit = 50;

/** Sorts after every character of a key. */
const lastCharacter = '\uffff';

/**
 * Reads a user's items whose sort keys begin with a prefix, page by page, after a sort key. Only
 * one page is in memory at a time.
 */
export async function* readPages<Item extends { sk: string }>(
  { table, user_id }: ArchiveSources,
  prefix: string,
  after?: string,
): AsyncGenerator<ItemPage<Item>, void, undefined> {
  const pk = toOwnerPartition(user_id);
  const to = prefix + lastCharacter;
  let from = after === undefined ? prefix : toNext(after);
  for (;;) {
    const items = await table.queryPage<Item>({ pk, from, to, limit: pageLimit });
    const lastItem = items.at(-1);
    if (!lastItem) return;
    yield { items, after: lastItem.sk };
    from = toNext(lastItem.sk);
  }
}

/** Returns a string that sorts after a key and before all later keys. No key has a space. */
function toNext(key: string): string {
  return `${key} `;
}

/**
 * Reads the keys of a user's items in other partitions, page by page, after a partition key. The
 * partition keys begin with `prefix`.
 */
export async function* readOwnedKeys(
  { table, user_id }: { table: Table<'query'>; user_id: string },
  prefix: string,
  after = prefix,
): AsyncGenerator<ListedEntry[], void, undefined> {
  const collection = toOwnedCollection(user_id);
  let lastRead = after;
  for (;;) {
    const page = { collection, after: lastRead, limit: pageLimit };
    const listedKeys = await table.queryPage<ListedEntry>(page);
    const ownedKeys = listedKeys.filter(({ pk }) => pk.startsWith(prefix));
    const lastKey = ownedKeys.at(-1);
    if (!lastKey) return;
    yield ownedKeys;
    lastRead = lastKey.collection_sk;
  }
}

/**
 * Reads a user's items in other partitions, page by page, after a partition key. Their partition
 * keys begin with `prefix`. An item that is deleted meanwhile is left out.
 */
export async function* readOwnedPages<Item extends object>(
  sources: ArchiveSources,
  prefix: string,
  after?: string,
): AsyncGenerator<ItemPage<Item>, void, undefined> {
  for await (const ownedKeys of readOwnedKeys(sources, prefix, after)) {
    const items = await getExisting<Item>(sources.table, ownedKeys);
    yield { items, after: ownedKeys.at(-1)?.collection_sk ?? prefix };
  }
}
