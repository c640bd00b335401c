import type { Condition } from './condition.ts';
import { type Change, fitsExpression } from './expression.ts';
import { type Key, toKey } from './keys.ts';

/** A change of any number of attributes. */
export interface GuardedChange {
  change: Pick<Change, 'set' | 'remove'>;
  /** At least that the item has not been written since it was read. */
  condition: Condition;
  /** The item that was read. */
  item: object;
}

/** A write of a changed item, which can be a change of a transaction. */
export type ItemWrite =
  | { put: Key & Record<string, unknown>; condition: Condition }
  | { update: Key; change: Change; condition: Condition };

/**
 * Returns the change of an item that was read: an update of what changes, or, if its expression
 * would be too long for DynamoDB, a put of the whole item under the same condition.
 */
export function toGuardedWrite(
  key: Key,
  { change, condition, item }: GuardedChange,
): ItemWrite {
  if (fitsExpression(change)) return { update: toKey(key), change, condition };
  // The put gets an id of its own.
  const { write_id: _, ...read }: { write_id?: string } = item;
  return { put: { ...applyChange(read, change), ...toKey(key) }, condition };
}

/** Returns a copy of an item, or of a map in it, after a change. */
export function applyChange<Item extends object>(
  item: Item,
  { set = {}, remove = [] }: Pick<Change, 'set' | 'remove'>,
): Item {
  const changed = { ...item } as Record<string, unknown>;
  const removed = remove.map((path) => [path, undefined] as const);
  for (const [path, value] of [...Object.entries(set), ...removed]) {
    const members = path.split('.');
    const last = members.pop() ?? path;
    const parent = members.reduce((map: Record<string, unknown>, member) => {
      const child = { ...(map[member] ?? {}) } as Record<string, unknown>;
      map[member] = child;
      return child;
    }, changed);
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  }
  return changed as Item;
}
