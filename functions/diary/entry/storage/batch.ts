import type { Entry, StoredEntry } from '../entry.ts';
import { formatEntryId } from '../entry-id.ts';

/** The entries of one POST. */
export interface Batch {
  id: string;
  entries: readonly [Entry, ...Entry[]];
}

/**
 * Builds the batch of the entries of a POST. The same id and entries always make the same batch.
 */
export function buildBatch(id: string, posted: readonly StoredEntry[]): Batch {
  const [first, ...more] = posted.map((entry, index) => {
    const { date, type } = entry;
    const address = { batch: id, index, firstDate: date, type };
    return { id: formatEntryId(address), ...entry };
  });
  if (!first) throw new Error('A batch has at least one entry.');
  return { id, entries: [first, ...more] };
}
