import type { TableOperation } from '../contract/store-operations.ts';
import type { Meter } from '../runtime/meter.ts';
import type { Condition } from './condition.ts';
import { connect } from './connection.ts';
import type { Change } from './expression.ts';
import type { Key } from './keys.ts';
import { reads } from './reads.ts';
import { writes } from './writes.ts';

/**
 * What became of a conditional write. `row` is the item as it is after the write; `existing` is the item that the
 * condition refused, undefined where there is none.
 */
export type Outcome<R> = { done: true; row: R } | { done: false; existing: R | undefined };
/** The same of a write whose row is left in the store. */
export type BlindOutcome<R> = { done: true } | { done: false; existing: R | undefined };

interface Operations {
  /** Reads one item, consistently. */
  get<R extends object>(key: Key): Promise<R | undefined>;
  /** Reads a whole key range of one partition in the order of the sort key, consistently unless from the index. */
  query<R extends object>(range: KeyRange): Promise<R[]>;
  /** Writes a whole item where the condition holds. */
  put<R extends object>(row: Key & R, condition: Condition): Promise<Outcome<R>>;
  /** Changes attributes of one item where the condition holds. */
  update<R extends object>(key: Key, change: Change, condition: Condition): Promise<Outcome<R>>;
  /** The same for a large item of which nothing more is asked: without its row the call takes a fraction of the CPU. */
  update<R extends object>(
    key: Key,
    change: Change,
    condition: Condition,
    answer: 'without row',
  ): Promise<BlindOutcome<R>>;
  /** Removes one item where the condition holds; whether it did, and the item is gone. */
  delete(key: Key, condition: Condition): Promise<boolean>;
}

/** A partition, or the part of it whose sort keys begin with `prefix`. */
export type KeyRange = { pk: string; prefix?: string } | { collection: string; prefix?: string };

/** The table with the operations that are named, and no other. */
export type Table<O extends TableOperation = TableOperation> = Pick<Operations, O>;

/**
 * Opens the single table for one request, whose calls and capacity `meter` counts.
 *
 * Its operations throw `unavailable` where the store is busy or cannot be reached, and `item_too_large` where an item would
 * have more than the 400 KB that DynamoDB allows.
 */
export function openTable(meter: Meter): Table {
  const connection = connect(meter);
  const reading = reads(connection);
  return { ...reading, ...writes(connection, reading) };
}
