import { type DayItem, formatEntryId } from '#functions/diary/entry/day-item.ts';
import { compact } from '#shared/runtime/compact.ts';
import {
  type EarlierRow,
  type FoodBatch,
  listEarlierRows,
  toRowDigest,
} from './food-batch.ts';
import {
  type AddedRow,
  type BatchChange,
  type BatchOrigin,
  changeBatches,
  findFitting,
  type PlannedDay,
  type RowOutcome,
} from './plan-food-day.ts';

/** The entries of an export on one day that nothing has recorded: what a merge does not see. */
export interface ExportedDay {
  date: string;
  rows: readonly (Omit<AddedRow, 'digest' | 'key'> & { key: string })[];
  /** The keys of entries that are on another day now. */
  movedAway: readonly string[];
}

/** The import of an export, and when the export was made, in epoch seconds. */
export type ExportImport = Omit<BatchOrigin, 'service'> & { madeAt: number };

/** Tables never replace what an export has brought: no table is of this service. */
const service = '';

const keySeparator = ' ';

/** Returns the key of an entry with the time of its export. */
function toStoredKey(key: string, madeAt: number): string {
  return `${key}${keySeparator}${madeAt.toString(36)}`;
}

function parseStoredKey(stored = ''): { key: string; madeAt: number } {
  const [key = '', time = ''] = stored.split(keySeparator);
  return { key, madeAt: Number.parseInt(time, 36) };
}

/**
 * Plans what an export changes on a day. An entry is known by its key. What an earlier export has
 * brought is replaced, unless the person has changed or deleted it here.
 */
export function planExportDay(
  item: DayItem,
  { date, rows, movedAway }: ExportedDay,
  { madeAt, ...by }: ExportImport,
  now: Date,
): PlannedDay {
  const earlier = listEarlierRows(item, date, ({ keys }) => keys !== undefined);
  const byKey = new Map(earlier.map((row) => [parseStoredKey(row.key).key, row]));
  const matched = new Set<EarlierRow>();
  const added: AddedRow[] = [];
  const replaced: Replacement[] = [];
  const outcomes: RowOutcome[] = [];
  for (const { key, ...sent } of rows) {
    const digest = toRowDigest(sent.entry);
    const row = { ...sent, digest, key: toStoredKey(key, madeAt) };
    const found = byKey.get(key);
    if (!found) {
      added.push(row);
      continue;
    }
    matched.add(found);
    const isNewer = found.digest !== digest && madeAt > parseStoredKey(found.key).madeAt;
    const isReplaced = found.state === 'as_imported' && isNewer;
    if (isReplaced) replaced.push({ found, row });
    const outcome = isReplaced ? 'created' : toOutcome(found, by.import_id);
    outcomes.push({ row: row.row, outcome, entry_id: formatEntryId(found.address) });
  }
  const isMoved = ({ key, state }: EarlierRow) =>
    state === 'as_imported' && movedAway.includes(parseStoredKey(key).key);
  const gone = earlier.filter((row) => isMoved(row) && !matched.has(row));
  const origin = { ...by, service };
  const change = changeBatches(item, { matched, gone }, origin);
  for (const each of replaced) replaceRow(item, change, each, by);
  const fitting = findFitting(item, date, change, added, origin, now);
  for (const { row, entry_id } of fitting.created)
    outcomes.push({ row, outcome: 'created', entry_id });
  const refused = new Set(added.map(({ row }) => row)).difference(
    new Set(fitting.created.map(({ row }) => row)),
  );
  for (const row of refused) outcomes.push({ row, outcome: 'day_full', entry_id: '' });
  return { date, update: fitting.update, outcomes, kept: [], removed: gone.length };
}

/** An entry of an earlier export, and the same of a later one. */
interface Replacement {
  found: EarlierRow;
  row: AddedRow & { key: string };
}

/** Adds the change that replaces an entry by the one of a later export. */
function replaceRow(
  item: DayItem,
  { set }: BatchChange,
  { found: { batch, index }, row }: Replacement,
  by: Pick<BatchOrigin, 'import_id' | 'file_name'>,
): void {
  const { entry, digest, key, original } = row;
  const from_file = compact({ ...by, file_id: digest, original });
  const rows = (set[`${batch}.rows`] ??
    (item[batch] as FoodBatch).rows) as FoodBatch['rows'];
  set[`${batch}.${index}`] = { ...entry, from_file };
  set[`${batch}.rows`] = {
    ...rows,
    digests: { ...rows.digests, [index]: digest },
    keys: { ...rows.keys, [index]: key },
  };
}

function toOutcome(
  { state, imports }: EarlierRow,
  import_id: string,
): RowOutcome['outcome'] {
  if (state !== 'as_imported') return state;
  return imports.includes(import_id) ? 'created' : 'duplicate';
}
