import { type DayItem, formatEntryId } from '#functions/diary/entry/day-item.ts';
import type { StoredEntry } from '#functions/diary/entry/entry.ts';
import { type EarlierRow, listEarlierRows, toRowDigest } from './food-batch.ts';
import {
  type AddedRow,
  type BatchOrigin,
  changeBatches,
  findFitting,
  type PlannedDay,
  type RowOutcome,
} from './plan-food-day.ts';

/** An entry of an export that nothing has recorded: what a merge does not see. */
export interface ExportedRow extends Pick<AddedRow, 'row' | 'original'> {
  entry: StoredEntry;
  /** What tells it apart wherever it is imported. */
  key: string;
  /** The day on which it was created where it was exported, which keeps a note of its move. */
  firstDate: string;
}

/** The entries of an export on one day on which they were created. */
export interface ExportedDay {
  date: string;
  rows: readonly ExportedRow[];
}

/** The import of an export. */
export type ExportImport = Omit<BatchOrigin, 'service'> & {
  /** When the export was made, in epoch seconds. */
  madeAt: number;
  /** Whether the kept file is read again. */
  isReread: boolean;
};

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

/** Lists what exports have brought to a day, by their keys. */
export function listExportedRows(item: DayItem, date: string): Map<string, EarlierRow> {
  const rows = listEarlierRows(item, date, ({ keys }) => keys !== undefined);
  return new Map(rows.map((row) => [parseStoredKey(row.key).key, row]));
}

/** Returns whether an export was made later than the last one that had an entry or its note. */
export function isLater(
  { madeAt }: Pick<ExportImport, 'madeAt'>,
  { key }: Pick<EarlierRow, 'key'>,
): boolean {
  return madeAt > parseStoredKey(key).madeAt;
}

/** A planned day, and its entries that an earlier export has on another day. */
export interface PlannedExportDay extends PlannedDay {
  movedBack: readonly ExportedRow[];
}

/**
 * Plans what an export changes on a day of entries that are where they were created. An entry is
 * known by its key. What an earlier export has brought is replaced, unless the person has changed
 * or deleted it here.
 */
export function planExportDay(
  item: DayItem,
  { date, rows }: ExportedDay,
  by: ExportImport,
  now: Date,
): PlannedExportDay {
  const earlier = listExportedRows(item, date);
  const grouped = Map.groupBy(rows, ({ key }) => {
    const found = earlier.get(key);
    if (found?.movedTo === undefined) return 'here';
    return isLater(by, found) ? 'moved_back' : 'moved_later';
  });
  const placed = (grouped.get('here') ?? []).map(toPlaced);
  const planned = planRows(item, { date, earlier, placed }, by, now);
  const known = (grouped.get('moved_later') ?? []).map(
    ({ row }): RowOutcome => ({ row, outcome: 'duplicate', entry_id: '' }),
  );
  const outcomes = [...planned.outcomes, ...known];
  return { ...planned, outcomes, movedBack: grouped.get('moved_back') ?? [] };
}

/** A row with its digest, or a note. */
export type PlacedRow = Omit<AddedRow, 'replaces'> & { key: string };

/** Returns an entry as a row of its day. */
export function toPlaced({ firstDate: _, ...row }: ExportedRow): PlacedRow {
  return { ...row, digest: toRowDigest(row.entry) };
}

/** What an export changes on a day. */
export interface DayRows {
  date: string;
  /** What exports have brought before, by key. */
  earlier: ReadonlyMap<string, EarlierRow>;
  placed: readonly PlacedRow[];
  /** What is no longer on the day. */
  gone?: readonly EarlierRow[];
}

/** Plans the update of a day by rows, of which those with a known key are those of before. */
export function planRows(
  item: DayItem,
  { date, earlier, placed, gone = [] }: DayRows,
  by: ExportImport,
  now: Date,
): PlannedDay {
  const { wanted, outcomes, ...known } = matchRows(earlier, placed, by);
  const origin = { ...by, service };
  const change = changeBatches(item, { ...known, gone }, origin);
  const { update, created } = findFitting(item, date, change, wanted, origin, now);
  const ids = new Map(created.map(({ row, entry_id }) => [row, entry_id]));
  for (const { row, replaces } of wanted) {
    const entry_id = ids.get(row);
    const outcome = replaces ? 'corrected' : 'created';
    if (entry_id === undefined) outcomes.push({ row, outcome: 'day_full', entry_id: '' });
    else outcomes.push({ row, outcome, entry_id });
  }
  return { date, update, outcomes, kept: [], removed: gone.length };
}

/** Returns the rows of before, and those that get an entry, first by replacing another. */
function matchRows(
  earlier: ReadonlyMap<string, EarlierRow>,
  placed: readonly PlacedRow[],
  by: ExportImport,
) {
  const matched = new Set<EarlierRow>();
  const keys = new Map<EarlierRow, string>();
  const added: AddedRow[] = [];
  const replacing: AddedRow[] = [];
  const outcomes: RowOutcome[] = [];
  for (const each of placed) {
    const found = earlier.get(each.key);
    const row = { ...each, key: toStoredKey(each.key, by.madeAt) };
    if (!found) {
      added.push(row);
      continue;
    }
    matched.add(found);
    const isNewer = isLater(by, found);
    const isOther = found.digest !== row.digest && found.state === 'as_imported';
    if (isNewer && isOther) {
      replacing.push({ ...row, replaces: found });
      continue;
    }
    if (isNewer) keys.set(found, row.key);
    const entry_id = formatEntryId(found.address);
    outcomes.push({ row: row.row, outcome: toOutcome(found, by), entry_id });
  }
  return { matched, keys, wanted: [...replacing, ...added], outcomes };
}

function toOutcome(
  { state, imports, from }: EarlierRow,
  { import_id, isReread }: ExportImport,
): RowOutcome['outcome'] {
  if (state !== 'as_imported') return state;
  // What the same import has stored before it was interrupted.
  const isOwn = from?.import_id === import_id && !isReread;
  if (!isOwn) return 'duplicate';
  return imports.length > 1 ? 'corrected' : 'created';
}
