import { importDays } from '#functions/diary/food-import/import-foods.ts';
import { importMoved } from '#functions/diary/food-import/import-moved.ts';
import { planExportDay } from '#functions/diary/food-import/plan-export-day.ts';
import type { RowOutcome } from '#functions/diary/food-import/plan-food-day.ts';
import {
  importExportedWorkouts,
  toRecordId,
} from '#functions/diary/workout-import/import-exported-workouts.ts';
import { type EntriesPart, splitEntries } from '../own-export/list-parts.ts';
import {
  addRefused,
  buildRowsLine,
  type RowsOutcome,
  toPartState,
} from '../run/import-rows.ts';
import { type JobRun, noteFoodDays, toRunCheck } from '../run/import-run.store.ts';
import { storeWaitingSeries } from './exported-series.store.ts';
import type { ExportRunContext } from './run-export-import.ts';

/**
 * Imports the entries of a part: what nothing has recorded, and then the workouts. Returns
 * undefined if the run has ended.
 */
export async function importEntries(
  { table, pause, getNow }: ExportRunContext,
  run: JobRun,
  part: EntriesPart,
  madeAt: number,
): Promise<RowsOutcome | undefined> {
  const { user_id, job } = run;
  const isReread = job.reread_datetime !== undefined;
  const by = { import_id: job.id, file_name: job.file_name, isReread };
  const { days, moved, workouts } = splitEntries(part);
  if (!(await noteDays(table, run, { days, moved }))) return undefined;
  const checks = [toRunCheck(run)];
  const stores = { table, checks, pause };
  const origin = { ...by, madeAt: Math.floor(madeAt / 1000) };
  const planned = await importDays(stores, user_id, days, (item, day) =>
    planExportDay(item, day, origin, getNow()),
  );
  if (!planned) return undefined;
  const outcomes: EntryOutcome[] = planned.flatMap((day) => day.outcomes);
  for (const each of [...moved, ...planned.flatMap(({ movedBack }) => movedBack)]) {
    const outcome = await importMoved(stores, user_id, each, origin, getNow());
    if (!outcome) return undefined;
    outcomes.push(outcome);
  }
  const imported = await importExportedWorkouts(
    table,
    { user_id, ...by, madeAt, checks, workouts: workouts.map(({ workout }) => workout) },
    getNow(),
  );
  if (!imported) return undefined;
  const record_ids = workouts.map(({ workout }) => toRecordId(workout));
  if (!(await storeWaitingSeries({ table, pause }, run, record_ids))) return undefined;
  for (const [index, outcome] of imported.entries())
    outcomes.push({ ...outcome, row: workouts[index]?.row ?? 0 });
  return toEntriesLine(part, outcomes);
}

/** Notes the days of entries, also those that get notes of a move. */
async function noteDays(
  table: ExportRunContext['table'],
  run: JobRun,
  { days, moved }: Pick<ReturnType<typeof splitEntries>, 'days' | 'moved'>,
): Promise<boolean> {
  const ofMoves = moved.flatMap(({ firstDate, entry }) => [firstDate, entry.date]);
  const dates = [...days.map(({ date }) => date), ...ofMoves].sort();
  const [first = '', last = ''] = [dates.at(0), dates.at(-1)];
  return dates.length === 0 || noteFoodDays(table, run, { first, last });
}

/** What became of an entry of an export. */
type EntryOutcome = Omit<RowOutcome, 'outcome'> & {
  outcome: RowOutcome['outcome'] | 'refused' | 'unstorable';
};

function toEntriesLine(
  { leftOut, changes }: EntriesPart,
  outcomes: readonly EntryOutcome[],
): RowsOutcome {
  const idsOf = (...wanted: EntryOutcome['outcome'][]) =>
    outcomes.flatMap(({ outcome, entry_id }) =>
      wanted.includes(outcome) && entry_id ? entry_id : [],
    );
  const created = idsOf('created');
  const entries = idsOf('created', 'corrected');
  const duplicates = idsOf('duplicate', 'edited');
  const has = (wanted: EntryOutcome['outcome']) =>
    outcomes.some(({ outcome }) => outcome === wanted);
  const isKnown = has('duplicate') || has('edited');
  const state = toPartState(created.length, entries.length, isKnown ? 1 : 0);
  const left_out = addRefused(leftOut, outcomes.map(toRowOutcome));
  const told = { entries, duplicates, left_out, changes };
  return { line: buildRowsLine(state, 'nothing_taken', told), created: created.length };
}

/** Returns an outcome of a workout as that of a row. */
function toRowOutcome({ outcome, ...row }: EntryOutcome): RowOutcome {
  const isRefused = outcome === 'refused' || outcome === 'unstorable';
  return { ...row, outcome: isRefused ? 'day_full' : outcome };
}
