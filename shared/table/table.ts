import type { TableOperation } from '../contract/resources.ts';
import type { Meter } from '../runtime/log.ts';
import type { Condition } from './condition.ts';
import { type Connection, connect } from './connection.ts';
import type { Change } from './expression.ts';
import type { Key } from './keys.ts';
import { createReads } from './reads.ts';
import { createWrites } from './writes.ts';

/** A write whose condition failed. `existing` is the item, or undefined if there is none. */
export interface FailedWrite<Item> {
  done: false;
  existing: Item | undefined;
  /**
   * Whether an attempt of an update whose response was lost may have made it, before another write
   * changed the item.
   */
  mayBeDone?: boolean;
}

/** The result of a conditional write. `item` is the item after the write. */
export type WriteResult<Item> = { done: true; item: Item } | FailedWrite<Item>;

/** An item with any attributes. */
type NewItem = Key | (Key & Record<string, unknown>);

/**
 * One change of a transaction, with its condition. `check` changes nothing. Two changes of a
 * transaction cannot have the same key.
 */
export type TransactionChange<O extends TableOperation = TableOperation> =
  | (O extends 'put' ? { put: NewItem; condition: Condition } : never)
  | (O extends 'update' ? { update: Key; change: Change; condition: Condition } : never)
  | (O extends 'delete' ? { delete: Key; condition: Condition } : never)
  | (O extends 'check' ? { check: Key; condition: Condition } : never);

/** A change because of which its transaction changed nothing. */
export interface FailedChange {
  /** Its place in the transaction. */
  index: number;
  /** Its condition failed, or an item or the transaction would be too large. */
  cause: 'condition' | 'size';
  /** The item, if the condition failed and the item exists. */
  existing: object | undefined;
}

/** The result of a transaction. It makes all its changes or none. */
export type TransactionResult =
  | { done: true }
  | { done: false; failures: readonly FailedChange[] };

/**
 * A partition, or the part of it whose sort keys begin with `prefix`, are between `from` and `to`,
 * both included, or are greater than `after`. `pk` is a partition of the table, `collection` one of
 * its index.
 */
export type KeyRange =
  | { pk: string; prefix?: string }
  | { pk: string; from: string; to: string }
  | { collection: string; prefix?: string }
  | { collection: string; from: string; to: string }
  | { collection: string; after: string };

/** A page of a collection. Without `after`, it is the first page. */
export interface CollectionPage {
  collection: string;
  after?: string | undefined;
  limit: number;
}

/** An entry of a collection: the key of its item, and the id by which it is listed. */
export interface ListedEntry extends Key {
  collection_sk: string;
}

/** Selects a page of a list. `after` is the id of the last item of the previous page. */
export type ListPage = Omit<CollectionPage, 'collection'>;

/**
 * The first items of a partition, or of a collection, whose sort keys are between `from` and `to`,
 * both included. If `isDescending`, the last ones, in descending order.
 */
export type RangePage = ({ pk: string } | { collection: string }) & {
  from: string;
  to: string;
  limit: number;
  isDescending?: true;
};

interface Operations {
  /** Reads one item with strong consistency. Returns undefined if it does not exist. */
  get<R extends object>(key: Key): Promise<R | undefined>;

  /**
   * Reads items by their keys with strong consistency, 100 in one call, in the order of the keys.
   * An item that does not exist is undefined. `isEventual`: at half the price, as they were a
   * moment ago.
   */
  getEach<R extends object>(
    keys: readonly Key[],
    options?: { isEventual?: boolean },
  ): Promise<(R | undefined)[]>;

  /**
   * Reads a whole key range in the order of the sort key. Reads of the index are eventually
   * consistent, all others strongly consistent.
   */
  query<R extends object>(range: KeyRange): Promise<R[]>;

  /** Reads a whole key range like `query`, a page of at most 1 MB at a time. */
  queryPages<R extends object>(range: KeyRange): AsyncIterable<R[]>;

  /**
   * Reads the keys of a key range, a page of at most 1 MB of items at a time, so that any number of
   * items needs little memory. Items of the pages that were read can be deleted meanwhile.
   */
  listKeys(range: KeyRange): AsyncIterable<Key[]>;

  /**
   * Reads the first items of a collection or of a part of a partition, in the order of the sort
   * key, or in descending order. A page can have fewer than `limit` items before the end of the
   * range, because it has at most 1 MB. Only an empty page is the end. Reads of the index are
   * eventually consistent.
   */
  queryPage<R extends object>(page: CollectionPage | RangePage): Promise<R[]>;

  /** Writes a whole item if the condition holds. */
  put<R extends object>(item: Key & R, condition: Condition): Promise<WriteResult<R>>;

  /** Changes attributes of one item if the condition holds. */
  update<R extends object>(
    key: Key,
    change: Change,
    condition: Condition,
  ): Promise<WriteResult<R>>;

  /**
   * Updates an item without returning the new one, which takes much less CPU time for a large item.
   * If the condition does not hold, the result has the existing item.
   */
  updateWithoutReturnValues<R extends object>(
    key: Key,
    change: Change,
    condition: Condition,
  ): Promise<{ done: true } | FailedWrite<R>>;

  /** Deletes one item if the condition holds. Returns whether this call deleted it. */
  delete(key: Key, condition: Condition): Promise<boolean>;
}

interface Transactions<O extends TableOperation> {
  /**
   * Makes at most 100 changes, all or none. They cost twice the write units of single writes. If
   * another transaction holds an item, or DynamoDB is throttling, the transaction is repeated with
   * jitter; then it throws `unavailable`, and nothing is stored.
   */
  transact: (changes: readonly TransactionChange<O>[]) => Promise<TransactionResult>;
}

/** The methods that each declared operation allows. */
type Method<O extends TableOperation> =
  | Exclude<O, 'check' | 'transact'>
  | (O extends 'update' ? 'updateWithoutReturnValues' : never)
  | (O extends 'query' ? 'queryPage' | 'queryPages' | 'listKeys' : never);

/** The table with the methods of the named operations only. */
export type Table<O extends TableOperation = TableOperation> = Pick<
  Operations,
  Method<O>
> &
  ('transact' extends O ? Transactions<O> : unknown);

/**
 * Opens the single table for one request, whose calls and capacity `meter` counts.
 *
 * Its operations throw `unavailable` if DynamoDB is throttling or cannot be reached, and
 * `item_too_large` if an item would exceed the 400 KB that DynamoDB allows.
 */
export function openTable(meter: Meter): Table {
  return createTable(connect(meter));
}

/**
 * Opens the table for one run of a function without an endpoint. The table has only the operations
 * that the function declares, because its role allows no others, which nothing but AWS would tell.
 */
export function openDeclaredTable<O extends TableOperation>(
  _: { stores: { table: readonly O[] } },
  meter: Meter,
): Table<O> {
  return openTable(meter) as Table<O>;
}

/**
 * Returns a function that opens the table for one request of an endpoint, and keeps the bound that
 * the endpoint declares: what is not done by then throws `unavailable`, and can be tried again.
 */
export function openTableFor({ storeCalls }: { storeCalls: { max: number } }) {
  return (meter: Meter) => createTable(connect(meter, { maxCalls: storeCalls.max }));
}

/** Creates the table of a connection. Tests inject faults into the connection. */
export function createTable(connection: Connection): Table {
  return {
    ...createReads(connection),
    ...createWrites(connection),
  };
}
