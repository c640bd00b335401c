import { importDays } from '#functions/diary/food-import/import-foods.ts';
import {
  type ExportedDay,
  planExportDay,
} from '#functions/diary/food-import/plan-export-day.ts';
import type { RowOutcome } from '#functions/diary/food-import/plan-food-day.ts';
import { importExportedWorkouts } from '#functions/diary/workout-import/import-exported-workouts.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { FileLine } from '../file-line.ts';
import { createChangeCounter } from '../formats/file-changes.ts';
import {
  type EntriesPart,
  type ExportPart,
  type SeriesPart,
  splitEntries,
  type ValuesPart,
} from '../own-export/list-parts.ts';
import { importMeasurements } from '../run/import-measurements.ts';
import { addRefused } from '../run/import-rows.ts';
import { type JobRun, noteFoodDays, toRunCheck } from '../run/import-run.store.ts';
import { storeExportedSeries } from './exported-series.store.ts';
import type { ExportRunContext } from './run-export-import.ts';

/** The most ids of a line: an item has the lines of many parts. */
const maxIds = 50;

/** The line of a part, and the number of entries that it has created. */
interface DonePart {
  line: FileLine;
  created: number;
}

/** Imports a part of an export. Returns undefined if the run has ended. */
export async function importPart(
  deps: ExportRunContext,
  run: JobRun,
  part: ExportPart,
  madeAt: number,
): Promise<DonePart | undefined> {
  const { number, name } = part;
  const done = await importKind(deps, run, part, madeAt);
  return done && { created: done.created, line: { number, name, ...done.line } };
}

type Done = { line: Omit<FileLine, 'number' | 'name'>; created: number };

async function importKind(
  deps: ExportRunContext,
  run: JobRun,
  part: ExportPart,
  madeAt: number,
): Promise<Done | undefined> {
  switch (part.kind) {
    case 'entries':
      return importEntries(deps, run, part, madeAt);
    case 'values':
      return importValues(deps, run, part);
    case 'series':
      return importSeries(deps, run, part, madeAt);
    case 'unread': {
      const { reason } = part;
      const isSkipped = reason === 'images_left_out';
      return { created: 0, line: { state: isSkipped ? 'skipped' : 'failed', reason } };
    }
  }
}

async function importEntries(
  { table, pause, getNow }: ExportRunContext,
  run: JobRun,
  part: EntriesPart & Pick<ExportPart, 'name'>,
  madeAt: number,
): Promise<Done | undefined> {
  const { user_id, job } = run;
  const by = { import_id: job.id, file_name: job.file_name };
  const { days, workouts } = splitEntries(part);
  if (!(await noteDays(table, run, days))) return undefined;
  const checks = [toRunCheck(run)];
  const origin = { ...by, madeAt: Math.floor(madeAt / 1000) };
  const planned = await importDays({ table, checks, pause }, user_id, days, (item, day) =>
    planExportDay(item, day, origin, getNow()),
  );
  if (!planned) return undefined;
  const imported = await importExportedWorkouts(
    table,
    { user_id, ...by, madeAt, checks, workouts: workouts.map(({ workout }) => workout) },
    getNow(),
  );
  if (!imported) return undefined;
  const ofWorkouts = imported.map((outcome, index) => {
    return { ...outcome, row: workouts[index]?.row ?? 0 };
  });
  const outcomes = [...planned.flatMap((day) => day.outcomes), ...ofWorkouts];
  return toEntriesLine(part, outcomes);
}

async function noteDays(
  table: ExportRunContext['table'],
  run: JobRun,
  days: readonly ExportedDay[],
): Promise<boolean> {
  const dates = days.map(({ date }) => date).sort();
  const [first = '', last = ''] = [dates.at(0), dates.at(-1)];
  return dates.length === 0 || noteFoodDays(table, run, { first, last });
}

/** What became of an entry of an export. */
type EntryOutcome = Omit<RowOutcome, 'outcome'> & {
  outcome: RowOutcome['outcome'] | 'corrected' | 'refused' | 'unstorable';
};

function toEntriesLine(
  { leftOut, changes }: EntriesPart,
  outcomes: readonly EntryOutcome[],
): Done {
  const idsOf = (...wanted: EntryOutcome['outcome'][]) =>
    outcomes.flatMap(({ outcome, entry_id }) =>
      wanted.includes(outcome) && entry_id ? entry_id : [],
    );
  const created = idsOf('created');
  const changed = idsOf('created', 'corrected');
  const known = idsOf('duplicate', 'edited');
  const left_out = addRefused(leftOut, outcomes.map(toRowOutcome));
  const state = toState(created.length, changed.length, known.length);
  const entries = changed.slice(0, maxIds);
  const duplicates = known.slice(0, maxIds - entries.length);
  const line = compact({
    state,
    reason: state === 'skipped' ? ('nothing_taken' as const) : undefined,
    entries: entries.length > 0 ? entries : undefined,
    duplicates: duplicates.length > 0 ? duplicates : undefined,
    left_out: left_out.length > 0 ? left_out : undefined,
    changes: Object.keys(changes).length > 0 ? changes : undefined,
  });
  return { line, created: created.length };
}

/** Returns an outcome of a workout as that of a row. */
function toRowOutcome({ outcome, ...row }: EntryOutcome): RowOutcome {
  if (outcome === 'refused' || outcome === 'unstorable')
    return { ...row, outcome: 'day_full' };
  return { ...row, outcome: outcome === 'corrected' ? 'created' : outcome };
}

function toState(created: number, changed: number, known: number): FileLine['state'] {
  if (created > 0) return 'imported';
  if (changed > 0) return 'corrected';
  return known > 0 ? 'duplicate' : 'skipped';
}

async function importValues(
  { table }: ExportRunContext,
  run: JobRun,
  { items, leftOut, changes }: ValuesPart,
): Promise<Done | undefined> {
  const byOrigin = Map.groupBy(items, ({ item: { source } }) => JSON.stringify(source));
  const groups = [...byOrigin.values()].flatMap((ofOrigin) => {
    const [first] = ofOrigin;
    if (!first) return [];
    const { kind: _, source_name, ...stated } = first.item.source;
    return { source_name, stated, values: ofOrigin.map(({ item }) => item.value) };
  });
  const measurements = { list: () => groups };
  const found = { outcome: 'measurements' as const, measurements };
  const outcome = await importMeasurements(table, run, found, { counted: changes });
  const left_out = leftOut.length > 0 ? leftOut : undefined;
  return outcome && { created: 0, line: { ...outcome, ...compact({ left_out }) } };
}

async function importSeries(
  { table }: ExportRunContext,
  run: JobRun,
  { items, leftOut, changes: counted }: SeriesPart,
  made_at: number,
): Promise<Done | undefined> {
  const { note, changes } = createChangeCounter(counted);
  const all = items.map(({ item }) => item);
  const counts = await storeExportedSeries(table, run, { all, made_at });
  if (!counts) return undefined;
  note('series_left_out', counts.without_workout);
  const line = compact({
    state: toState(counts.stored, 0, counts.unchanged),
    reason:
      counts.stored + counts.unchanged === 0 ? ('nothing_taken' as const) : undefined,
    left_out: leftOut.length > 0 ? leftOut : undefined,
    changes: Object.keys(changes).length > 0 ? changes : undefined,
  });
  return { created: 0, line };
}
