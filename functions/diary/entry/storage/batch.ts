import type { Entry, StoredEntry } from '#shared/diary/entry.ts';
import { formatEntryId } from '#shared/diary/entry-id.ts';

/** The entries of one POST, stored under one id in the item of the first entry's date. */
export interface Batch {
  id: string;
  storageDate: string;
  entries: readonly [Entry, ...Entry[]];
  /** Whether the POST has an idempotency key, so that a retry may be writing the same batch. */
  hasKey: boolean;
}

/**
 * Builds the batch of the entries of a POST. The same id and entries always make the same batch.
 */
export function buildBatch(
  id: string,
  posted: readonly StoredEntry[],
  hasKey = false,
): Batch {
  const storageDate = posted[0]?.date ?? '';
  const entries = posted.map((entry, index) => {
    const address = { batch: id, storageDate, index, type: entry.type };
    return { id: formatEntryId(address), ...entry };
  });
  const [first, ...more] = entries;
  if (!first) throw new Error('A batch has at least one entry.');
  return { id, storageDate, entries: [first, ...more], hasKey };
}
