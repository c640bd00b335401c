import { idempotencyKeyLifetime } from '#shared/idempotency/idempotency-key.ts';
import { toOriginalKey } from '#shared/objects/image-buckets.ts';
import type { Objects } from '#shared/objects/objects.ts';
import { newId } from '#shared/runtime/ids.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';

/** How many items are read at the same time. */
const concurrency = 25;
const daySeconds = 24 * 60 * 60;

/**
 * After this time, no retry of an interrupted upload can add the missing item. A client can retry
 * while its idempotency key is valid. One more day is for a retry that is in progress.
 */
const minimumAgeMs = (idempotencyKeyLifetime + daySeconds) * 1000;

const originalPrefix = toOriginalKey('');

/**
 * Lists the keys of uploaded images without an item. Interrupted uploads of earlier versions left
 * them, and no erasure finds them. Omits files of uploads that clients can still retry.
 */
export async function* listUnownedOriginals(
  table: Table<'get'>,
  originals: Objects<'list'>,
  now: Date,
): AsyncGenerator<string, void, undefined> {
  // Ids begin with the time of their creation, so the oldest images have the lowest keys.
  const newestKey = toOriginalKey(newId(new Date(now.getTime() - minimumAgeMs)));
  for await (const page of originals.list(originalPrefix)) {
    const old = page.filter((key) => key < newestKey);
    for (let start = 0; start < old.length; start += concurrency) {
      const batch = old.slice(start, start + concurrency);
      const areUnowned = await Promise.all(batch.map((key) => isUnowned(table, key)));
      yield* batch.filter((_, index) => areUnowned[index]);
    }
  }
}

async function isUnowned(table: Table<'get'>, objectKey: string): Promise<boolean> {
  const id = objectKey.slice(originalPrefix.length);
  return (await table.get(keys.image(id))) === undefined;
}
