import { above, belowOrAbsent } from './condition.ts';
import type { Key } from './keys.ts';
import type { Table } from './table.ts';

/**
 * Counts a new item of an owner. Returns false if the owner has `max` items already. It is one
 * conditional write, so concurrent requests cannot exceed the limit (no race condition).
 */
export async function takeQuota(
  table: Table<'update'>,
  key: Key,
  max: number,
): Promise<boolean> {
  const change = { increment: { reserved: 1 } };
  const { done } = await table.update(key, change, { reserved: belowOrAbsent(max) });
  return done;
}

/** Takes back the count of an item that was deleted or not stored. */
export async function releaseQuota(table: Table<'update'>, key: Key): Promise<void> {
  const change = { increment: { reserved: -1 } };
  await table.update(key, change, { reserved: above(0) });
}
