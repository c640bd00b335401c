import { toDigest } from '#shared/auth/secrets.ts';
import { daySeconds, toEpochSeconds } from '#shared/runtime/time.ts';
import { atMostOrAbsent } from '#shared/table/condition.ts';
import { deleteEach } from '#shared/table/each.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { seriesKeys } from './series.keys.ts';
import type { SeriesImport, StoredSeries } from './series.store.ts';

/** How long a series waits for its workout, in seconds. */
const waitingDuration = 7 * daySeconds;

/** A series that an export has brought. */
export interface BroughtSeries extends StoredSeries {
  from_export: SeriesImport;
}

/** A series of an archive whose workout another archive of the export will bring. */
interface WaitingSeries extends Key {
  series: BroughtSeries;
  /** In epoch seconds. */
  ttl: number;
}

/** Returns the change that keeps a series, unless one of a later export waits already. */
export function toWaiting(
  user_id: string,
  record_id: string,
  series: BroughtSeries,
  now: Date,
): TransactionChange<'put'> {
  const ttl = toEpochSeconds(now) + waitingDuration;
  return {
    put: { ...toKey(user_id, record_id), series, ttl },
    condition: {
      'series.from_export.made_at': atMostOrAbsent(series.from_export.made_at),
    },
  };
}

/** Finds the series that wait for workouts with these records, in their order. */
export function findWaiting(
  table: Table<'getEach'>,
  user_id: string,
  record_ids: readonly string[],
): Promise<(WaitingSeries | undefined)[]> {
  return table.getEach<WaitingSeries>(record_ids.map((id) => toKey(user_id, id)));
}

/** Returns the change that ends the waiting of a series. */
export function toWaitingEnd(
  user_id: string,
  record_id: string,
): TransactionChange<'delete'> {
  return { delete: toKey(user_id, record_id), condition: {} };
}

/** Deletes the series that wait because of an import. The import must not write any more. */
export async function deleteWaiting(
  table: Table<'query' | 'delete' | 'transact'>,
  { user_id, import_id }: { user_id: string; import_id: string },
): Promise<void> {
  const all = table.queryPages<WaitingSeries>(seriesKeys.allWaitingSeries(user_id));
  for await (const page of all) {
    const own = page.filter(({ series }) => series.from_export.import_id === import_id);
    await deleteEach(table, own);
  }
}

function toKey(user_id: string, record_id: string): Key {
  return seriesKeys.waitingSeries(user_id, toDigest(record_id));
}
