import { belowOrAbsent, exists } from './condition.ts';
import type { Key } from './keys.ts';
import type { TransactionChange } from './table.ts';

/**
 * Returns the change that counts a new item of an owner, for the transaction that stores the item.
 * It fails if the owner has `max` items already.
 */
export function toQuotaIncrease(key: Key, max: number): TransactionChange<'update'> {
  const change = { increment: { count: 1 } };
  return { update: key, change, condition: { count: belowOrAbsent(max) } };
}

/** Returns the change that no longer counts an item, for the transaction that deletes the item. */
export function toQuotaDecrease(key: Key): TransactionChange<'update'> {
  return { update: key, change: { increment: { count: -1 } }, condition: exists };
}
