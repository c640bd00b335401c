import type { Key } from './keys.ts';
import type { TransactionChange } from './table.ts';

/** A condition on one attribute of an item. */
export type AttributeCondition =
  | { operator: '=' | '<' | '<=' | '>' | '>='; value: unknown; orAbsent?: boolean }
  | { operator: 'attribute_exists' | 'attribute_not_exists' }
  | { operator: 'has_fewer_than'; limit: number }
  | { operator: 'none_of'; values: readonly string[] };

/**
 * Conditions by attribute. A write takes place only if all of them hold. Without any, it always
 * does.
 */
export type Condition = Readonly<Record<string, AttributeCondition>>;

export function equals(value: unknown): AttributeCondition {
  return { operator: '=', value };
}

export function equalsOrAbsent(value: unknown): AttributeCondition {
  return { operator: '=', value, orAbsent: true };
}

export function above(value: number | string): AttributeCondition {
  return { operator: '>', value };
}

export function belowOrAbsent(value: number | string): AttributeCondition {
  return { operator: '<', value, orAbsent: true };
}

export function atMostOrAbsent(value: number | string): AttributeCondition {
  return { operator: '<=', value, orAbsent: true };
}

export function atLeastOrAbsent(value: number): AttributeCondition {
  return { operator: '>=', value, orAbsent: true };
}

export function aboveOrAbsent(value: number): AttributeCondition {
  return { operator: '>', value, orAbsent: true };
}

/** Returns the condition that a set is absent or has fewer members than a limit. */
export function hasFewerThan(limit: number): AttributeCondition {
  return { operator: 'has_fewer_than', limit };
}

/**
 * Returns the condition that an attribute is absent or is none of `values`, of which there are
 * some.
 */
export function noneOf(values: readonly string[]): AttributeCondition {
  return { operator: 'none_of', values };
}

export const isPresent: AttributeCondition = { operator: 'attribute_exists' };
export const isAbsent: AttributeCondition = { operator: 'attribute_not_exists' };

/** The condition of a creation: no item has the key. */
export const isNew: Condition = { pk: isAbsent };

/** The condition of a change: an item has the key. */
export const exists: Condition = { pk: isPresent };

/**
 * Returns the condition that an item has not been written since it was read (optimistic locking).
 */
export function unchangedSince(read: object): Condition {
  return { write_id: 'write_id' in read ? equals(read.write_id) : isAbsent };
}

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
