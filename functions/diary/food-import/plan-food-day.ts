import { maxEntries } from '#functions/diary/entry/bounds.ts';
import { type DayUpdate, planImportUpdate } from '#functions/diary/entry/day-capacity.ts';
import { type DayItem, formatEntryId } from '#functions/diary/entry/day-item.ts';
import type { StoredEntry } from '#functions/diary/entry/entry.ts';
import type { FoodEntry } from '#functions/diary/entry/food-entry.ts';
import type { OriginalOrigin } from '#functions/diary/entry/origin.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import {
  type EarlierRow,
  type FoodBatch,
  listEarlierRows,
  listFoodBatches,
  maxBatchRows,
  toFoodDigest,
} from './food-batch.ts';

/** The food of one day of a file, of which all rows are known. */
export interface ImportedDay {
  date: string;
  foods: readonly { row: number; entry: FoodEntry }[];
  /** Whether the file covers the day: what its service has brought before is replaced. */
  isCovered: boolean;
}

/** The import that brings days. */
export interface FoodImport {
  import_id: string;
  file_name: string;
  service: string;
  /** Whether the kept file is read again, which removes nothing: later files may cover its days. */
  isReread: boolean;
  /** The keys of the meals of the whole table, which says nothing about others. */
  meals?: ReadonlySet<string> | undefined;
}

/** What became of a row, by its number. */
export interface RowOutcome {
  row: number;
  outcome: 'created' | 'corrected' | 'duplicate' | 'edited' | 'deleted' | 'day_full';
  entry_id: string;
}

/** The change of a day, if there is one, and what became of its rows. */
export interface PlannedDay {
  date: string;
  update: DayUpdate | undefined;
  outcomes: readonly RowOutcome[];
  /** The entries that the file no longer has, and that stay because the person has changed them. */
  kept: readonly string[];
  removed: number;
}

const states: readonly EarlierRow['state'][] = ['as_imported', 'edited', 'deleted'];

/**
 * Plans what a file changes on a day. A row that is equal to one of before is that one, as often as
 * it is there. Rows of the service that the file no longer has go if it covers the day, unless the
 * person has changed them, this import has brought them from another file, or the file has other
 * meals only.
 */
export function planFoodDay(
  item: DayItem,
  { date, foods, isCovered }: ImportedDay,
  by: FoodImport,
  now: Date,
): PlannedDay {
  const earlier = listEarlierRows(item, date, ({ service }) => service === by.service);
  const { matched, added, outcomes } = matchFoods(earlier, foods, by);
  const replaced = isCovered ? listReplaced(earlier, matched, by) : [];
  const inState = (wanted: EarlierRow['state']) =>
    replaced.filter(({ state }) => state === wanted);
  const removed = inState('as_imported');
  const gone = [...removed, ...inState('deleted')];
  const changed = changeBatches(item, { matched, gone }, by);
  const fitting = findFitting(item, date, changed, added, by, now);
  for (const { row, entry_id } of fitting.created)
    outcomes.push({ row, outcome: 'created', entry_id });
  for (const { row } of added.slice(fitting.created.length))
    outcomes.push({ row, outcome: 'day_full', entry_id: '' });
  return {
    date,
    update: fitting.update,
    outcomes: outcomes.sort((one, other) => one.row - other.row),
    kept: inState('edited').map(({ address }) => formatEntryId(address)),
    removed: removed.length,
  };
}

/** Returns which rows of before a file has again, and its rows that are new. */
function matchFoods(
  earlier: readonly EarlierRow[],
  foods: ImportedDay['foods'],
  { import_id, file_name, isReread }: FoodImport,
) {
  // Of equal rows, the first are those whose entries are still there.
  const likeliest = states.flatMap((state) =>
    earlier.filter((row) => row.state === state),
  );
  const free = Map.groupBy(likeliest, ({ digest }) => digest);
  const matched = new Set<EarlierRow>();
  const added: AddedRow[] = [];
  const outcomes: RowOutcome[] = [];
  for (const { row, entry } of foods) {
    const digest = toFoodDigest(entry);
    const found = free.get(digest)?.shift();
    if (!found) {
      added.push({ row, entry, digest });
      continue;
    }
    matched.add(found);
    const { from, state } = found;
    const isOfFile = from?.import_id === import_id && from.file_name === file_name;
    const asImported = isOfFile && !isReread ? 'created' : 'duplicate';
    const outcome = state === 'as_imported' ? asImported : state;
    outcomes.push({ row, outcome, entry_id: formatEntryId(found.address) });
  }
  return { matched, added, outcomes };
}

/** Lists the rows of a day that a file covers and no longer has. */
function listReplaced(
  earlier: readonly EarlierRow[],
  matched: ReadonlySet<EarlierRow>,
  { import_id, isReread, meals }: FoodImport,
): EarlierRow[] {
  if (isReread) return [];
  return earlier.filter(
    (row) =>
      !matched.has(row) &&
      !row.imports.includes(import_id) &&
      (meals === undefined || meals.has(row.meal ?? '')),
  );
}

export type BatchChange = { set: Record<string, unknown>; remove: string[] };

/** What becomes of the rows of before. */
interface EarlierChange {
  /** Those that this import has, too. */
  matched: ReadonlySet<EarlierRow>;
  gone: readonly EarlierRow[];
  /** Those that get another key. */
  keys?: ReadonlyMap<EarlierRow, string>;
}

/** Returns the change of earlier batches. */
export function changeBatches(
  item: DayItem,
  { matched, gone, keys = new Map() }: EarlierChange,
  { import_id, file_name }: BatchOrigin,
): BatchChange {
  const change: BatchChange = { set: {}, remove: [] };
  for (const [name, { rows }] of listFoodBatches(item)) {
    const isHere = ({ batch }: EarlierRow) => batch === name;
    const goneHere = new Set(gone.filter(isHere).map(({ index }) => index));
    const own = rows.imports[import_id]?.indexes ?? [];
    // A row whose entry is deleted is forgotten with the import that had it.
    const found = [...matched].filter((row) => isHere(row) && row.state !== 'deleted');
    const had = found.map(({ index }) => index);
    const isNew = had.some((index) => !own.includes(index));
    const changed = [...keys].filter(([row]) => isHere(row));
    if (goneHere.size === 0 && !isNew && changed.length === 0) continue;
    const indexes = [...new Set([...own, ...had])];
    const imports = {
      ...rows.imports,
      ...(indexes.length > 0 && { [import_id]: { file_name, indexes } }),
    };
    const byIndex = changed.map(([{ index }, key]) => [index, key] as const);
    const all = rows.keys && { ...rows.keys, ...Object.fromEntries(byIndex) };
    const left = { ...rows, imports, ...(all && { keys: all }) };
    addBatchChange(change, name, withoutRows(left, goneHere), goneHere);
  }
  return change;
}

/** Adds the change of a batch, which goes with its last row. */
export function addBatchChange(
  { set, remove }: BatchChange,
  name: string,
  rows: FoodBatch['rows'],
  gone: ReadonlySet<string>,
): void {
  if (Object.keys(rows.digests).length === 0) {
    remove.push(name);
    return;
  }
  set[`${name}.rows`] = rows;
  remove.push(...[...gone].map((index) => `${name}.${index}`));
}

/** The most imports of a batch. Of more, the first can no longer be undone for its rows. */
const maxBatchImports = 10;

/** Returns what a batch knows of its rows without some of them. */
export function withoutRows(
  { digests, keys, imports, ...rows }: FoodBatch['rows'],
  gone: ReadonlySet<string>,
): FoodBatch['rows'] {
  const isLeft = (index: string) => !gone.has(index);
  const pickLeft = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).filter(([index]) => isLeft(index)));
  const left = Object.entries(imports).flatMap(([id, { file_name, indexes }]) => {
    const kept = indexes.filter(isLeft);
    return kept.length > 0 ? [[id, { file_name, indexes: kept }] as const] : [];
  });
  return {
    ...rows,
    digests: pickLeft(digests),
    ...(keys && { keys: pickLeft(keys) }),
    imports: Object.fromEntries(
      left.toSorted(([one], [other]) => (one < other ? -1 : 1)).slice(-maxBatchImports),
    ),
  };
}

/** A row that gets an entry. */
export interface AddedRow {
  row: number;
  /** Absent if the row only notes that the entry is on another day. */
  entry?: StoredEntry;
  digest: string;
  /** What tells an entry of an export apart, and where it was before. */
  key?: string;
  original?: OriginalOrigin | undefined;
  /** The row whose entry it replaces. */
  replaces?: EarlierRow;
}

/** What entries are stored with. */
export type BatchOrigin = Pick<FoodImport, 'import_id' | 'file_name' | 'service'>;

/** Returns the update of a day with as many of the first rows as it has room for. */
export function findFitting(
  item: DayItem,
  date: string,
  { set, remove }: BatchChange,
  added: readonly AddedRow[],
  by: BatchOrigin,
  now: Date,
): { update: DayUpdate | undefined; created: CreatedEntry[] } {
  let fitting = added.slice(0, maxEntries);
  for (;;) {
    const replaced = replaceRows(item, set, fitting, by);
    const batches = toBatches(fitting, date, by, now);
    const created = [...replaced.created, ...batches.created];
    const change = { set: { ...set, ...replaced.members, ...batches.members }, remove };
    const isChanged = Object.keys(change.set).length + remove.length > 0;
    if (!isChanged) return { update: undefined, created };
    const planned = planImportUpdate({ date, change, condition: {} }, item);
    const isRefused = fitting.length > 0 && planned.isRefused;
    if (!isRefused) return { update: planned.update, created };
    fitting = fitting.slice(0, -Math.ceil(fitting.length / 16));
  }
}

/** An entry that was stored, of a row. */
interface CreatedEntry {
  row: number;
  entry_id: string;
}

/** Returns the members of batches with which rows replace the entries of others. */
function replaceRows(
  item: DayItem,
  set: BatchChange['set'],
  added: readonly AddedRow[],
  by: BatchOrigin,
): { members: Record<string, unknown>; created: CreatedEntry[] } {
  const members: Record<string, unknown> = {};
  const created: CreatedEntry[] = [];
  for (const { row, replaces, ...sent } of added) {
    if (!replaces) continue;
    const { batch, index, address } = replaces;
    const path = `${batch}.rows`;
    const known = members[path] ?? set[path] ?? (item[batch] as FoodBatch).rows;
    const rows = known as FoodBatch['rows'];
    members[path] = {
      ...rows,
      digests: { ...rows.digests, [index]: sent.digest },
      ...(sent.key && { keys: { ...rows.keys, [index]: sent.key } }),
    };
    members[`${batch}.${index}`] = toStoredRow(sent, by);
    created.push({ row, entry_id: formatEntryId(address) });
  }
  return { members, created };
}

function toBatches(
  added: readonly AddedRow[],
  date: string,
  by: BatchOrigin,
  now: Date,
): { members: Record<string, unknown>; created: CreatedEntry[] } {
  const members: Record<string, unknown> = {};
  const created: CreatedEntry[] = [];
  const isNew = added.filter(({ replaces }) => !replaces);
  const byType = Map.groupBy(isNew, ({ entry }) => entry?.type);
  for (const [type = 'food_entry', ofType] of byType)
    for (let start = 0; start < ofType.length; start += maxBatchRows) {
      // Ids of one millisecond have no order.
      const order = Object.keys(members).length;
      const batch = newId(new Date(now.getTime() + order));
      const rows = ofType.slice(start, start + maxBatchRows);
      members[batch] = toBatch(rows, by);
      for (const [index, { row }] of rows.entries()) {
        const address = { batch, index, firstDate: date, type };
        created.push({ row, entry_id: formatEntryId(address) });
      }
    }
  return { members, created };
}

/** Returns an entry with its origin. */
function toStoredRow(
  { entry, digest, original }: Omit<AddedRow, 'row'>,
  { import_id, file_name }: BatchOrigin,
): StoredEntry | undefined {
  const from_file = compact({ import_id, file_id: digest, file_name, original });
  return entry && { ...entry, from_file };
}

function toBatch(rows: readonly AddedRow[], by: BatchOrigin): FoodBatch & object {
  const { import_id, file_name, service } = by;
  const entries = rows.flatMap((row, index) => {
    const stored = toStoredRow(row, by);
    return stored ? [[index, stored] as const] : [];
  });
  const toIndexed = (getValue: (row: AddedRow) => string | undefined) =>
    Object.fromEntries(rows.map((row, index) => [index, getValue(row)]));
  const isOfExport = rows.some(({ key }) => key !== undefined);
  const indexes = rows.map((_, index) => String(index));
  return {
    ...Object.fromEntries(entries),
    rows: compact({
      service,
      type: rows[0]?.entry?.type === 'exercise' ? ('exercise' as const) : undefined,
      digests: toIndexed(({ digest }) => digest),
      keys: isOfExport ? toIndexed(({ key }) => key) : undefined,
      imports: { [import_id]: { file_name, indexes } },
    }),
  } as FoodBatch;
}
