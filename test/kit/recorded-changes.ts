import type { ChangeRecord } from '#shared/queue/stream.ts';
import { type Key, toOwnerPartition } from '#shared/table/keys.ts';
import { table } from './fixtures.ts';
import { buildChangeRecord } from './stream-records.ts';

/**
 * Runs an operation, and returns the records that the table's stream would have if it wrote each
 * item in the partition of a user once.
 */
export async function recordChanges(
  user_id: string,
  operate: () => Promise<unknown>,
): Promise<ChangeRecord[]> {
  const before = await readPartition(user_id);
  await operate();
  return buildChangeRecords(before, await readPartition(user_id));
}

/** The items in the partition of a user, by their sort keys. */
export type Partition = ReadonlyMap<string, Key>;

/** Returns the records of the changes from one state of a partition to another. */
export function buildChangeRecords(before: Partition, after: Partition): ChangeRecord[] {
  const sortKeys = new Set([...before.keys(), ...after.keys()]);
  return [...sortKeys].flatMap((sk) => {
    const [old, item] = [before.get(sk), after.get(sk)];
    if (JSON.stringify(old) === JSON.stringify(item)) return [];
    return buildChangeRecord({ ...(old && { before: old }), ...(item && { item }) });
  });
}

export async function readPartition(user_id: string): Promise<Partition> {
  const pk = toOwnerPartition(user_id);
  const items = await table().query<Key>({ pk });
  return new Map(items.map((item) => [item.sk, item]));
}
