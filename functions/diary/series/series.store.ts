import { compact } from '#shared/runtime/compact.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { seriesKeys } from './series.keys.ts';
import { type EncodedCurves, encodeCurves } from './series-codec.ts';
import type { WorkoutCurves } from './workout-curves.ts';

interface SeriesFacts {
  /** The provider that the workout was read from, whose policy applies. Absent for a file. */
  remote_connection_type?: string | undefined;
  from_export?: SeriesImport;
}

/** The import that has brought a series, and when its export was made, in epoch milliseconds. */
export interface SeriesImport {
  import_id: string;
  made_at: number;
}

/** The series of a workout. It is written and removed with the entry, in one transaction. */
export type StoredSeries = EncodedCurves & SeriesFacts;

/** The place of a series. The batch of an entry stays when the person moves the entry. */
interface Place {
  /** The id of the batch in the id of the entry. */
  batch: string;
}

/** Returns the change that stores the series of an entry. */
export function toPut(
  user_id: string,
  { batch }: Place,
  curves: WorkoutCurves,
  facts: SeriesFacts,
): TransactionChange<'put'> {
  const key = seriesKeys.workoutSeries(user_id, batch);
  return { put: { ...key, ...compact(facts), ...encodeCurves(curves) }, condition: {} };
}

/** Returns the change that stores a series at another place, e.g. where its entry moves. */
export function toCopy(
  user_id: string,
  { batch }: Place,
  stored: StoredSeries,
): TransactionChange<'put'> {
  const key = seriesKeys.workoutSeries(user_id, batch);
  return { put: { ...stored, ...key }, condition: {} };
}

/** Returns the change that removes the series of an entry, if there is one. */
export function toDeletion(
  user_id: string,
  { batch }: Place,
): TransactionChange<'delete'> {
  return { delete: seriesKeys.workoutSeries(user_id, batch), condition: {} };
}

/** Returns those places whose series is not that of the curves, or missing. */
export async function findOutdated(
  table: Table<'getEach'>,
  user_id: string,
  recorded: readonly (Place & { curves: WorkoutCurves })[],
): Promise<ReadonlySet<string>> {
  const keys = recorded.map(({ batch }) => seriesKeys.workoutSeries(user_id, batch));
  const stored = await table.getEach<StoredSeries>(keys);
  const outdated = recorded.filter(({ curves }, index) => {
    const read = encodeCurves(curves);
    const found = stored[index];
    const isSame = hasSameBytes(read.series, found?.series);
    return !isSame || !hasSameBytes(read.outline, found?.outline);
  });
  return new Set(outdated.map(({ batch }) => batch));
}

function hasSameBytes(one: Uint8Array | undefined, other: Uint8Array | undefined) {
  return Buffer.compare(one ?? Buffer.of(), other ?? Buffer.of()) === 0;
}

/** Reads the series of entries by one call, if there are some. One without has undefined. */
export async function listStored(
  table: Table<'getEach'>,
  user_id: string,
  places: readonly Place[],
): Promise<(StoredSeries | undefined)[]> {
  if (places.length === 0) return [];
  return table.getEach(
    places.map(({ batch }) => seriesKeys.workoutSeries(user_id, batch)),
  );
}
