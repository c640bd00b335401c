import { above, belowOrAbsent } from './condition.ts';
import type { Key } from './keys.ts';
import type { Table } from './table.ts';

/**
 * Takes one of the `max` places that an owner has for items of a kind, in one conditional write. Returns false if none
 * is left. The limit holds under any number of concurrent requests.
 */
export async function takeQuota(table: Table<'update'>, key: Key, max: number): Promise<boolean> {
  const change = { increment: { reserved: 1 } };
  const { done } = await table.update(key, change, { reserved: belowOrAbsent(max) });
  return done;
}

/** Gives a place back, after its item was deleted. */
export async function releaseQuota(table: Table<'update'>, key: Key): Promise<void> {
  await table.update(key, { increment: { reserved: -1 } }, { reserved: above(0) });
}
