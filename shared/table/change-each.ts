import { serviceError } from '../errors/errors.ts';
import type { TransactionChange, TransactionResult } from './table.ts';
import { maxTransactionChanges } from './transactions.ts';

interface ChangedTable<Change extends TransactionChange> {
  transact(changes: readonly Change[]): Promise<TransactionResult>;
}

/**
 * Makes changes that do not depend on each other, 100 in one call. A change whose condition fails
 * is left out, and the others of its transaction are made by one more call.
 */
export async function changeEach<Change extends TransactionChange>(
  table: ChangedTable<Change>,
  changes: readonly Change[],
): Promise<void> {
  for (let start = 0; start < changes.length; start += maxTransactionChanges)
    await changePossible(table, changes.slice(start, start + maxTransactionChanges));
}

async function changePossible<Change extends TransactionChange>(
  table: ChangedTable<Change>,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const result = await table.transact(changes);
  if (result.done) return;

  const { failures } = result;
  if (failures.some(({ cause }) => cause === 'size'))
    throw serviceError('item_too_large');
  const failed = new Set(failures.map(({ index }) => index));
  const others = changes.filter((_, index) => !failed.has(index));
  await changePossible(table, others);
}
