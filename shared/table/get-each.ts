import type { Key } from './keys.ts';
import type { Table } from './table.ts';

/** Reads items by their keys, in the order of the keys, without those that do not exist. */
export async function getEach<Item extends object>(
  table: Table<'get'>,
  keys: readonly Key[],
): Promise<Item[]> {
  const items = await Promise.all(keys.map(({ pk, sk }) => table.get<Item>({ pk, sk })));
  return items.filter((item) => item !== undefined);
}
