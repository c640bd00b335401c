import { importDays } from '#functions/diary/food-import/import-foods.ts';
import { importMoved } from '#functions/diary/food-import/import-moved.ts';
import { planExportDay } from '#functions/diary/food-import/plan-export-day.ts';
import type { RowOutcome } from '#functions/diary/food-import/plan-food-day.ts';
import { importExportedWorkouts } from '#functions/diary/workout-import/import-exported-workouts.ts';
import { importImage } from '#functions/main/image/imported-image.store.ts';
import { compact } from '#shared/runtime/compact.ts';
import { mayUploadImages } from '../file-import.ts';
import type { FileLine } from '../file-line.ts';
import { createChangeCounter } from '../formats/file-changes.ts';
import {
  type EntriesPart,
  type ExportPart,
  type ImagesPart,
  type SeriesPart,
  splitEntries,
  type ValuesPart,
} from '../own-export/list-parts.ts';
import { importMeasurements } from '../run/import-measurements.ts';
import { addRefused, buildRowsLine, orAbsent } from '../run/import-rows.ts';
import { type JobRun, noteFoodDays, toRunCheck } from '../run/import-run.store.ts';
import { addLeftOut, type LeftOutRows } from '../tables/table-row.ts';
import { storeExportedSeries } from './exported-series.store.ts';
import type { ExportRunContext } from './run-export-import.ts';

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
    case 'images':
      return importImages(deps, run, part);
    case 'unread':
      return { created: 0, line: { state: 'failed', reason: part.reason } };
  }
}

async function importEntries(
  { table, pause, getNow }: ExportRunContext,
  run: JobRun,
  part: EntriesPart & Pick<ExportPart, 'name'>,
  madeAt: number,
): Promise<Done | undefined> {
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
): Done {
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
  const state = toState(created.length, entries.length, isKnown ? 1 : 0);
  const left_out = addRefused(leftOut, outcomes.map(toRowOutcome));
  const told = { entries, duplicates, left_out, changes };
  return { line: buildRowsLine(state, 'nothing_taken', told), created: created.length };
}

/** Returns an outcome of a workout as that of a row. */
function toRowOutcome({ outcome, ...row }: EntryOutcome): RowOutcome {
  const isRefused = outcome === 'refused' || outcome === 'unstorable';
  return { ...row, outcome: isRefused ? 'day_full' : outcome };
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
  const left_out = orAbsent(addRefused(leftOut, []));
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
  const state = toState(counts.stored, 0, counts.unchanged);
  const told = { left_out: addRefused(leftOut, []), changes };
  return { created: 0, line: buildRowsLine(state, 'nothing_taken', told) };
}

async function importImages(
  { table, originals, getNow }: ExportRunContext,
  run: JobRun,
  { items, leftOut }: ImagesPart,
): Promise<Done | undefined> {
  const { user_id, job } = run;
  if (!mayUploadImages(job))
    return { created: 0, line: { state: 'skipped', reason: 'no_images_scope' } };
  const by = { user_id, import_id: job.id, client_id: job.client_id };
  const stores = { table, originals };
  const counts = { created: 0, duplicate: 0, deleted: 0, too_many: 0 };
  const refused: LeftOutRows[] = [];
  for (const { row, item } of items) {
    const image = await item.read();
    const checks = [toRunCheck(run)];
    const outcome =
      image && (await importImage(stores, { ...by, checks }, image, getNow()));
    if (image && !outcome) return undefined;
    if (outcome) counts[outcome] += 1;
    if (!outcome) addLeftOut(refused, row, 'implausible');
    if (outcome === 'deleted') addLeftOut(refused, row, outcome);
  }
  const { note, changes } = createChangeCounter();
  note('images_left_out', counts.too_many);
  const told = { left_out: addRefused([...leftOut, ...refused], []), changes };
  const state = toState(counts.created, 0, counts.duplicate);
  return { created: 0, line: buildRowsLine(state, 'nothing_taken', told) };
}
