import * as processing from '#functions/auth/identity/processing.store.ts';
import {
  type FileOutcome,
  type ImportedFile,
  importFileWorkouts,
} from '#functions/diary/workout-import/import-file-workouts.ts';
import type { FileWorkout } from '#functions/diary/workout-import/workout.ts';
import type { Objects } from '#shared/objects/objects.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Table } from '#shared/table/table.ts';
import type { PauseFor } from '#shared/table/wait-for-table.ts';
import type { ListedFile } from '../archives/list-files.ts';
import { type FileLine, linesPerItem, maxIdsPerLine } from '../file-line.ts';
import { type DecodedFile, readerVersion } from '../formats/decoded-file.ts';
import type { ChangeCounts } from '../formats/file-changes.ts';
import type { FindFileSource } from './file-devices.store.ts';
import { importMeasurements } from './import-measurements.ts';
import { importRows } from './import-rows.ts';
import * as runs from './import-run.store.ts';
import type { ImportStop } from './perform-run.ts';
import { saveFileLines } from './save-file-lines.ts';

/** The stores and the clock of a run. */
export interface RunContext {
  table: Table<
    'get' | 'getEach' | 'query' | 'put' | 'update' | 'delete' | 'check' | 'transact'
  >;
  files: Objects<'read' | 'delete' | 'abort'>;
  /** Returns whether the time of the run is up. */
  isTimeUp: () => boolean;
  getNow: () => Date;
  /** Waits while the store is throttling. */
  pause: PauseFor;
}

/** After this time the progress is saved, although an item has place for more lines. */
const saveAfterMs = 5000;

/**
 * Imports files, and saves after at most 50 of them what happened to each. Updates `run.job` with
 * the progress.
 */
export async function importListed(
  deps: RunContext,
  run: runs.JobRun,
  files: AsyncIterable<ListedFile>,
  findSource: FindFileSource,
): Promise<ImportStop> {
  const { table, getNow, isTimeUp } = deps;
  let saved = await runs.readLastLines(table, run);
  let listed: ListedFile[] = [];
  let savedAt = getNow().getTime();

  const save = async () => {
    const stop = await saveFiles(deps, run, { saved, listed, findSource });
    if (typeof stop === 'string') return stop;
    saved = stop;
    listed = [];
    savedAt = getNow().getTime();
    return undefined;
  };

  for await (const file of files) {
    // A part of a table is as much work as many files, and what it removes is counted for it alone.
    const isRows = file.decoded.outcome === 'rows';
    const stopBefore = isRows && listed.length > 0 ? await save() : undefined;
    if (stopBefore) return stopBefore;
    listed.push(file);
    const isFull = saved.length + listed.length >= linesPerItem;
    const isDue =
      isFull || isRows || isTimeUp() || getNow().getTime() - savedAt >= saveAfterMs;
    const stop = isDue ? await save() : undefined;
    if (stop) return stop;
    if (isTimeUp()) return 'time_up';
  }
  const stop = listed.length > 0 ? await save() : undefined;
  return stop ?? 'all_imported';
}

/** Files to import, and the lines of the item that theirs are added to. */
interface FileBatch {
  saved: readonly FileLine[];
  listed: readonly ListedFile[];
  findSource: FindFileSource;
}

/** Imports files and saves their lines. Returns the lines of the next item, or why it stopped. */
async function saveFiles(
  deps: RunContext,
  run: runs.JobRun,
  { saved, listed, findSource }: FileBatch,
): Promise<readonly FileLine[] | 'restricted' | 'superseded'> {
  const { table, getNow } = deps;
  const { user_id } = run;
  if (await processing.isRestricted(table, user_id)) return 'restricted';

  const files: ImportedFile[] = [];
  for (const file of listed) files.push(await toImportedFile(file, findSource));
  const checks = [runs.toRunCheck(run)];
  const { id: import_id, reread_datetime } = run.job;
  const since = reread_datetime === undefined ? 0 : Date.parse(reread_datetime);
  const imported = { user_id, import_id, files, since, checks };
  const outcomes = await importFileWorkouts(table, imported, getNow());
  if (!outcomes) return 'superseded';

  const lines: FileLine[] = [];
  let created = outcomes.flat().filter(({ outcome }) => outcome === 'created').length;
  for (const [index, file] of listed.entries()) {
    const { number, name, decoded } = file;
    const rows = decoded.outcome === 'rows' && (await importRows(deps, run, decoded));
    const line = rows
      ? { number, name, ...rows.line }
      : await toLine({ table, findSource }, run, file, outcomes[index] ?? []);
    if (!line) return 'superseded';
    lines.push(line);
    if (rows) created += rows.created;
  }
  return (await saveFileLines(deps, run, { saved, lines, created })) ?? 'superseded';
}

/** Returns a file with the workouts that today's reader has found in it. */
export async function toImportedFile(
  { name, decoded, digest }: ListedFile,
  findSource: FindFileSource,
): Promise<ImportedFile> {
  const found = decoded.outcome === 'workouts' ? decoded : undefined;
  const workouts = [];
  for (const workout of found?.workouts ?? []) {
    const data_source_id = await findSource(workout.device);
    workouts.push({ ...workout, ...compact({ data_source_id }) });
  }
  return {
    file_id: found?.identity ?? digest,
    isExact: found?.identity === undefined,
    // A file that was read so far is read again, even by the same reader.
    ...(!found?.isCutOff && { reader: readerVersion }),
    file_name: name,
    workouts,
  };
}

/** Imports the values of the body of a file, if it has such, and returns what happened to it. */
async function toLine(
  { table, findSource }: Pick<RunContext, 'table'> & { findSource: FindFileSource },
  run: runs.JobRun,
  { number, name, decoded }: ListedFile,
  outcomes: readonly FileOutcome[],
): Promise<FileLine | undefined> {
  const file = { number, name };
  if (decoded.outcome === 'rows') return undefined;
  if (decoded.outcome !== 'measurements') return toWorkoutLine(file, decoded, outcomes);
  const outcome = await importMeasurements(table, run, decoded, { findSource });
  return outcome && { ...file, ...outcome };
}

/** Returns what happened to a file, from the outcomes of its workouts. */
function toWorkoutLine(
  file: Pick<FileLine, 'number' | 'name'>,
  decoded: DecodedFile,
  outcomes: readonly FileOutcome[],
): FileLine {
  if (decoded.outcome === 'skipped')
    return { ...file, state: 'skipped', reason: decoded.reason };
  if (decoded.outcome === 'unreadable')
    return { ...file, state: 'failed', reason: decoded.reason };

  const changed = [
    ...listEntries(outcomes, 'created'),
    ...listEntries(outcomes, 'corrected'),
  ];
  const entries = changed.slice(0, maxIdsPerLine);
  const left = maxIdsPerLine - entries.length;
  const duplicates = listEntries(outcomes, 'duplicate').slice(0, left);
  const has = (outcome: FileOutcome['outcome']) =>
    outcomes.some((each) => each.outcome === outcome);
  if (has('created') || has('corrected')) {
    const others = duplicates.length > 0 ? { duplicates } : {};
    const reason = decoded.isCutOff ? ({ reason: 'cut_off' } as const) : {};
    const state = has('created') ? 'imported' : 'corrected';
    const changes = countChanges(decoded, outcomes);
    return { ...file, state, entries, ...others, ...reason, ...compact({ changes }) };
  }
  if (has('duplicate')) return { ...file, state: 'duplicate', duplicates };
  if (has('refused')) return { ...file, state: 'failed', reason: 'day_full' };
  if (has('unstorable')) return { ...file, state: 'failed', reason: 'damaged' };
  return { ...file, state: 'skipped', reason: 'not_an_activity' };
}

const unknownTypeId = getActivityTypeId('other_import');

/** Returns what was changed in a file, or undefined if nothing was. */
function countChanges(
  { workouts, changes }: Extract<DecodedFile, { outcome: 'workouts' }>,
  outcomes: readonly FileOutcome[],
): ChangeCounts | undefined {
  const isUnknown = ({ activity_type_id }: FileWorkout) =>
    activity_type_id === unknownTypeId;
  const isRefused = ({ outcome }: FileOutcome) => outcome === 'refused';
  const all = compact({
    ...changes,
    sport_unknown: workouts.filter(isUnknown).length || undefined,
    workouts_refused: outcomes.filter(isRefused).length || undefined,
  });
  return Object.keys(all).length > 0 ? all : undefined;
}

function listEntries(
  outcomes: readonly FileOutcome[],
  wanted: FileOutcome['outcome'],
): string[] {
  const selected = outcomes.filter(({ outcome }) => outcome === wanted);
  return selected.flatMap(({ entry_id }) => entry_id ?? []);
}
