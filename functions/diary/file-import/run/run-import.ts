import { deleteFoodImport } from '#functions/diary/food-import/delete-food-import.ts';
import * as measurements from '#functions/diary/measurement/measurement-deletion.store.ts';
import { deleteWaiting } from '#functions/diary/series/waiting-series.store.ts';
import { deleteFileImport } from '#functions/diary/workout-import/remove-workouts.ts';
import { deleteImportedImages } from '#functions/main/image/imported-image.store.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import type { Table } from '#shared/table/table.ts';
import { openExport } from '../archives/export-manifest.ts';
import { openImport } from '../archives/list-import.ts';
import * as jobs from '../file-import.store.ts';
import { importLimits } from '../file-import.ts';
import { toImportFileKey } from '../import-file-keys.ts';
import {
  type OpenQuestion,
  questionIds,
  questionLimits,
} from '../tables/table-questions.ts';
import { createFileSourceFinder } from './file-devices.store.ts';
import { importListed, type RunContext } from './import-listed.ts';
import * as runs from './import-run.store.ts';
import {
  createEndMail,
  type ImportStop,
  performRun,
  type RunOutcome,
  toOutcome,
} from './perform-run.ts';

/**
 * Runs an import from where the run before it has stopped, or undoes it: the next run imports the
 * files again whose lines are not stored, and finds their entries.
 */
export function runImport(
  deps: RunContext,
  user_id: string,
  request: runs.RunRequest,
): Promise<RunOutcome> {
  const steps = { importRest: importFiles, undo: undoImport };
  return performRun(deps, user_id, request, steps);
}

async function importFiles(
  deps: RunContext,
  run: runs.JobRun,
): Promise<ImportStop | RunOutcome> {
  const { table, getNow, isTimeUp } = deps;
  const { user_id, job } = run;
  if (!job.has_several_files && (await openExport(deps.files, user_id, job)))
    return toOutcome(await runs.requestExportRun(table, run), 'continued');
  const opened = await openImport(deps, user_id, job);
  if (!opened) return 'file_missing';
  const asked = job.files_done > 0 ? [] : await opened.findQuestions(isTimeUp);
  if (await mayAsk(table, run, asked, getNow())) return askQuestions(deps, run, asked);

  const findSource = createFileSourceFinder(table, run, getNow);
  return importListed(deps, run, opened.list(), findSource);
}

/**
 * Undoes an import: removes its entries that nobody has touched, its measurements, its file and
 * itself. It can be interrupted at any point and repeated.
 */
async function undoImport(
  { table, files, getNow }: RunContext,
  run: runs.JobRun,
): Promise<RunOutcome> {
  const { user_id, job } = run;
  await deleteFileImport(table, { user_id, import_id: job.id });
  const { id: import_id, food_days: days } = job;
  if (days) await deleteFoodImport(table, user_id, { import_id, days });
  await measurements.undoImport(table, user_id, job);
  if (job.is_export) {
    await deleteWaiting(table, { user_id, import_id });
    await deleteImportedImages(table, { user_id, import_id }, getNow());
  }
  if (job.upload_id !== undefined) await files.abort(toImportFileKey(user_id, job));
  await files.delete(toImportFileKey(user_id, job));
  return toOutcome(await runs.deleteJob(table, run), 'undone');
}

/**
 * Returns whether an import can ask: not without end, and not if many wait for answers already,
 * because a file that waits is stored.
 */
async function mayAsk(
  table: Table<'query'>,
  { user_id, job }: runs.JobRun,
  open: readonly OpenQuestion[],
  now: Date,
): Promise<boolean> {
  const { answers = [] } = job;
  if (open.length === 0 || answers.length >= questionLimits.perImport) return false;
  const all = await jobs.list(table, user_id, now);
  const waiting = all.filter(({ state }) => state === 'needs_answer');
  return waiting.length < questionLimits.waiting;
}

/** Ends a run with questions. Without answers, a file that is not kept is forgotten. */
async function askQuestions(
  { table, getNow }: RunContext,
  run: runs.JobRun,
  open: readonly OpenQuestion[],
): Promise<RunOutcome> {
  const { answers = [], created_datetime, keeps_file = false } = run.job;
  const ids = questionIds.slice(answers.length);
  const questions = open.flatMap((question, index) => {
    const { [index]: id } = ids;
    return id === undefined ? [] : { id, ...question };
  });
  const ttl = toEpochSeconds(new Date(created_datetime)) + importLimits.answerDuration;
  const asked = { state: 'needs_answer' as const, starts: 0 as const, questions };
  const mail = await createEndMail(table, run, getNow(), 'import_needs_answer');
  const end = { ...asked, ...(!keeps_file && { ttl }), ...mail };
  return toOutcome(await runs.endJob(table, run, end), 'asked');
}
