import { above, belowOrAbsent } from './condition.ts';
import type { Key } from './keys.ts';
import type { Table } from './table.ts';

/**
 * Takes one of the `max` places that an owner has for items of a kind. Returns false if none is
 * left. It is one conditional write, so concurrent requests cannot exceed the limit.
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

/** Releases a place after its item was deleted. */
export async function releaseQuota(table: Table<'update'>, key: Key): Promise<void> {
  const change = { increment: { reserved: -1 } };
  await table.update(key, change, { reserved: above(0) });
}
