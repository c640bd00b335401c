import { importDays } from '#functions/diary/food-import/import-foods.ts';
import {
  type PlannedDay,
  planFoodDay,
  type RowOutcome,
} from '#functions/diary/food-import/plan-food-day.ts';
import { cleanText } from '#shared/contract/clean-text.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { FoundRows } from '../archives/list-table.ts';
import type { FileLine } from '../file-line.ts';
import { createChangeCounter } from '../formats/file-changes.ts';
import { addLeftOut, type LeftOutRows } from '../tables/table-row.ts';
import type { RunContext } from './import-listed.ts';
import { findRefusal, importMeasurements } from './import-measurements.ts';
import { type JobRun, noteFoodDays, toRemovalCount } from './import-run.store.ts';

/** The most ids, and rows that are left out, of a line: an item has the lines of many parts. */
const maxIds = 50;
const maxLeftOut = 100;

const maxNameLength = 255;

/** What became of a part of a table, and the number of entries that it has created. */
export interface RowsOutcome {
  line: Omit<FileLine, 'number' | 'name'>;
  created: number;
}

/**
 * Imports the days of a part of a table. What an interrupted run has stored is found again. Returns
 * undefined if the run has ended.
 */
export async function importRows(
  { table, pause, getNow }: Pick<RunContext, 'table' | 'pause' | 'getNow'>,
  run: JobRun,
  found: FoundRows,
): Promise<RowsOutcome | undefined> {
  if (found.kind === 'measurements') return importValues(table, run, found);
  const { service, meals, days, tableDays } = found;
  const file_name = cleanText(found.table_name, maxNameLength);
  const isNoted = days.length === 0 || (await noteFoodDays(table, run, tableDays));
  if (!isNoted) return undefined;
  const { user_id, job } = run;
  const isReread = job.reread_datetime !== undefined;
  const by = { import_id: job.id, file_name, service, isReread, meals };
  const countRemoved = (removed: number) => toRemovalCount(run, removed);
  const stores = { table, checks: [], countRemoved, pause };
  const now = getNow();
  const planned = await importDays(stores, user_id, days, (item, day) =>
    planFoodDay(item, day, by, now),
  );
  return planned && toOutcome(found, planned, job.part_removed);
}

function toOutcome(
  { leftOut, ...found }: FoundRows,
  planned: readonly PlannedDay[],
  removedBefore = 0,
): RowsOutcome {
  const outcomes = planned.flatMap((day) => day.outcomes);
  const kept = planned.flatMap((day) => day.kept);
  const listIds = (wanted: RowOutcome['outcome']) =>
    outcomes.flatMap(({ outcome, entry_id }) => (outcome === wanted ? entry_id : []));
  const created = listIds('created');
  const { note, changes } = createChangeCounter(found.changes);
  const removed = planned.reduce((sum, day) => sum + day.removed, removedBefore);
  note('edited_kept', kept.length);
  note('entries_removed', removed);
  const duplicates = [...kept, ...listIds('edited'), ...listIds('duplicate')];
  const left_out = addRefused(leftOut, outcomes);
  const told = { entries: created, duplicates, left_out, changes };
  const line = buildRowsLine(toState(removed, outcomes), 'no_rows', told);
  return { created: created.length, line };
}

/** What a line tells beside the state. */
type Told = Pick<FileLine, 'entries' | 'duplicates' | 'left_out' | 'changes'>;

/** Returns a line with as many ids as an item has place for, and why it is skipped if it is. */
export function buildRowsLine(
  state: FileLine['state'],
  reason: FileLine['reason'],
  { entries: changed = [], duplicates = [], left_out = [], changes = {} }: Told,
): RowsOutcome['line'] {
  const entries = changed.slice(0, maxIds);
  return {
    state,
    ...compact({
      reason: state === 'skipped' ? reason : undefined,
      entries: orAbsent(entries),
      duplicates: orAbsent(duplicates.slice(0, maxIds - entries.length)),
      left_out: orAbsent(left_out),
      changes: Object.keys(changes).length > 0 ? changes : undefined,
    }),
  };
}

/** Returns the state of a part from what it has created, created or changed, and knew before. */
export function toPartState(
  created: number,
  changed: number,
  known: number,
): FileLine['state'] {
  if (created > 0) return 'imported';
  if (changed > 0) return 'corrected';
  return known > 0 ? 'duplicate' : 'skipped';
}

/** Returns a list, or undefined if it is empty. */
export function orAbsent<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length > 0 ? list : undefined;
}

function toState(removed: number, outcomes: readonly RowOutcome[]): FileLine['state'] {
  const has = (wanted: RowOutcome['outcome']) =>
    outcomes.some(({ outcome }) => outcome === wanted);
  if (has('created')) return 'imported';
  if (removed > 0) return 'corrected';
  return has('duplicate') || has('edited') ? 'duplicate' : 'skipped';
}

/**
 * Adds the rows whose entries the day has no room for, or the person has changed or deleted.
 * Returns as many ranges as a line has place for.
 */
export function addRefused(
  leftOut: readonly LeftOutRows[],
  outcomes: readonly RowOutcome[],
): LeftOutRows[] {
  const refused: LeftOutRows[] = [];
  for (const { row, outcome } of outcomes)
    if (outcome === 'day_full' || outcome === 'edited' || outcome === 'deleted')
      addLeftOut(refused, row, outcome);
  const all = [...leftOut, ...refused].sort((one, other) => one.first - other.first);
  const [further] = all.slice(maxLeftOut);
  if (!further) return all;
  // Of rows that cannot be listed one by one, the last range has all.
  return [...all.slice(0, maxLeftOut), { ...further, last: all.at(-1)?.last ?? 0 }];
}

async function importValues(
  table: RunContext['table'],
  run: JobRun,
  { service, values, covered, leftOut, changes }: FoundRows,
): Promise<RowsOutcome | undefined> {
  const left_out = orAbsent(leftOut);
  if (values.length === 0) {
    const refusal = await findRefusal(table, run);
    const why = refusal ? { reason: refusal } : { reason: 'no_rows' as const, left_out };
    return { created: 0, line: { state: 'skipped', ...compact(why) } };
  }
  const types = new Set(values.map(({ type }) => type));
  const months = new Set([...covered].map((date) => date.slice(0, 'yyyy-mm'.length)));
  const listed = {
    has: (date: string) => covered.has(date),
    months: [...months].flatMap((month) => [...types].map((type) => ({ type, month }))),
  };
  const measurements = { list: () => [{ source_name: service, values }] };
  // A file that is read again removes nothing: later ones may cover its days.
  const isReread = run.job.reread_datetime !== undefined;
  const whole = isReread ? {} : { listed };
  const found = { outcome: 'measurements' as const, measurements, ...whole };
  const outcome = await importMeasurements(table, run, found, { counted: changes });
  return outcome && { created: 0, line: { ...outcome, ...compact({ left_out }) } };
}
