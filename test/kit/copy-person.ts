import { newId } from '#shared/runtime/ids.ts';
import { type Key, toOwnerPartition } from '#shared/table/keys.ts';
import { table } from './fixtures.ts';
import { putItems } from './put-items.ts';

/**
 * Returns a function that creates people with a copy of what a person has now, and returns their
 * ids. A test of many cases so arranges a diary once. Items outside of the partition of the person
 * are not copied.
 */
export async function createCopier(user_id: string): Promise<() => Promise<string>> {
  const pk = toOwnerPartition(user_id);
  const items = await table().query<Key>({ pk });
  return async () => {
    const copied_id = newId(new Date());
    const owner = { pk: toOwnerPartition(copied_id) };
    await putItems(items.map((item) => ({ ...item, ...owner })));
    return copied_id;
  };
}
