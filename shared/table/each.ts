import { serviceError } from '../errors/errors.ts';
import { type Condition, exists } from './condition.ts';
import type { Key } from './keys.ts';
import type { Table, TransactionChange, TransactionResult } from './table.ts';
import { maxTransactionChanges } from './writes.ts';

/** Reads items by their keys, in the order of the keys, without those that do not exist. */
export async function getExisting<Item extends object>(
  table: Table<'getEach'>,
  keys: readonly Key[],
): Promise<Item[]> {
  const items = await table.getEach<Item>(keys);
  return items.filter((item) => item !== undefined);
}

/** The calls that make changes: a transaction, or for a single change a write at half the price. */
interface ChangeCalls<Change extends TransactionChange> {
  transact(changes: readonly Change[]): Promise<TransactionResult>;
  write(change: Change): Promise<unknown>;
}

/**
 * Makes changes that do not depend on each other, 100 in one call. A change whose condition fails
 * is left out, and the others of its transaction are made by one more call.
 */
async function changeEach<Change extends TransactionChange>(
  calls: ChangeCalls<Change>,
  changes: readonly Change[],
): Promise<void> {
  for (let start = 0; start < changes.length; start += maxTransactionChanges)
    await changePossible(calls, changes.slice(start, start + maxTransactionChanges));
}

async function changePossible<Change extends TransactionChange>(
  calls: ChangeCalls<Change>,
  changes: readonly Change[],
): Promise<void> {
  const [first, second] = changes;
  if (!first) return;
  if (!second) {
    await calls.write(first);
    return;
  }
  const result = await calls.transact(changes);
  if (result.done) return;

  const { failures } = result;
  if (failures.some(({ cause }) => cause === 'size'))
    throw serviceError('item_too_large');
  const failed = new Set(failures.map(({ index }) => index));
  const others = changes.filter((_, index) => !failed.has(index));
  await changePossible(calls, others);
}

/** A deletion of an item that exists. */
interface Deletion {
  delete: Key;
  condition: Condition;
}

/** Deletes the items with these keys that exist, 100 in one call. */
export function deleteEach(
  table: Table<'delete' | 'transact'>,
  keys: readonly Key[],
): Promise<void> {
  const calls: ChangeCalls<Deletion> = {
    transact: table.transact,
    write: ({ delete: key, condition }) => table.delete(key, condition),
  };
  const deletions = keys.map((key) => ({ delete: key, condition: exists }));
  return changeEach(calls, deletions);
}

/** Makes these updates as far as their conditions hold, 100 in one call. */
export function updateEach(
  table: Table<'update' | 'transact'>,
  updates: readonly TransactionChange<'update'>[],
): Promise<void> {
  const calls: ChangeCalls<TransactionChange<'update'>> = {
    transact: table.transact,
    write: ({ update, change, condition }) =>
      table.updateWithoutReturnValues(update, change, condition),
  };
  return changeEach(calls, updates);
}
