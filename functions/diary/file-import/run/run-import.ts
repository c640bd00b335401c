import * as identities from '#functions/auth/identity/identity.store.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import { deleteFoodImport } from '#functions/diary/food-import/delete-food-import.ts';
import * as measurements from '#functions/diary/measurement/measurement-deletion.store.ts';
import { deleteFileImport } from '#functions/diary/workout-import/delete-file-import.ts';
import { createMailAttributes, type MailAttributes } from '#shared/mail/mail.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import type { Table } from '#shared/table/table.ts';
import { isTableBusy, waitForReads } from '#shared/table/wait-for-table.ts';
import { openExport } from '../archives/export-manifest.ts';
import { openImport } from '../archives/list-import.ts';
import type { ImportMail } from '../file-import.mail.ts';
import * as jobs from '../file-import.store.ts';
import { hasEnded, type ImportFailure, importLimits } from '../file-import.ts';
import { readerVersion } from '../formats/decoded-file.ts';
import { toImportFileKey } from '../import-file-keys.ts';
import {
  type OpenQuestion,
  questionIds,
  questionLimits,
} from '../tables/table-questions.ts';
import { createFileSourceFinder } from './file-devices.store.ts';
import { importListed, type RunContext } from './import-listed.ts';
import * as runs from './import-run.store.ts';

type RunEnd =
  | 'outdated'
  | 'superseded'
  | 'continued'
  | 'held'
  | 'asked'
  | 'done'
  | 'undone';

/**
 * The end of a run. `continued` means that it has requested the next one, `held` that the user has
 * restricted the processing, `asked` that the import waits for answers, `superseded` that another
 * run has begun, or that the import was undone. `outdated` means that the message requests an
 * earlier run.
 */
export type RunOutcome =
  | { outcome: RunEnd }
  | { outcome: 'failed'; failure: ImportFailure };

/** The number of runs that may begin without getting any further. */
export const maxRunStarts = 8;

/**
 * Runs an import from where the run before it has stopped, or undoes it. It can be interrupted at
 * any point: the next run imports the files again whose lines are not stored, and finds their
 * entries. Throws if a store cannot be reached for minutes: such a run does not count as one that
 * began in vain.
 */
export async function runImport(
  deps: RunContext,
  user_id: string,
  request: runs.RunRequest,
): Promise<RunOutcome> {
  const { table, getNow } = deps;
  const requested = await runs.findRun(table, user_id, request);
  if (!requested) return { outcome: 'outdated' };
  const run = await runs.beginRun(table, requested, newId(getNow()));
  if (!run) return { outcome: 'superseded' };
  if (run.job.state === 'undoing') return undoImport(deps, run);
  if (run.job.starts > maxRunStarts) return endImport(deps, run, 'interrupted');
  if (await processing.isRestricted(table, user_id)) return holdImport(deps, run);

  try {
    const patient = { ...deps, table: waitForReads(table, deps.pause) };
    return await continueImport(patient, run);
  } catch (error) {
    if (isTableBusy(error)) await forgetStart(table, run);
    throw error;
  }
}

/** Imports from where the run before has stopped. */
async function continueImport(deps: RunContext, run: runs.JobRun): Promise<RunOutcome> {
  const { table, getNow } = deps;
  const { user_id, job } = run;
  const isBegun = job.reread_datetime === undefined || job.files_done > 0;
  if (!isBegun && !(await runs.deleteLines(table, run))) return { outcome: 'superseded' };

  if (!job.has_several_files && (await openExport(deps.files, user_id, job))) {
    const isPassed = await runs.requestExportRun(table, run);
    return { outcome: isPassed ? 'continued' : 'superseded' };
  }
  const opened = await openImport(deps, user_id, job);
  if (!opened) return endImport(deps, run, 'file_missing');
  const asked = job.files_done > 0 ? [] : await opened.findQuestions();
  if (await mayAsk(table, run, asked, getNow())) return askQuestions(deps, run, asked);

  const findSource = createFileSourceFinder(table, run, getNow);
  const end = await importListed(deps, run, opened.list(), findSource);
  if (end === 'restricted') return holdImport(deps, run);
  if (end === 'superseded') return { outcome: end };
  if (end === 'all_imported') return endImport(deps, run);
  const isRequested = await runs.requestNextRun(table, run);
  return { outcome: isRequested ? 'continued' : 'superseded' };
}

/** Counts a run no longer that a busy store has ended. The store can be too busy for that, too. */
async function forgetStart(table: Table<'update'>, run: runs.JobRun): Promise<void> {
  try {
    await runs.forgetStart(table, run);
  } catch (error) {
    if (!isTableBusy(error)) throw error;
  }
}

/**
 * Undoes an import: removes its entries that nobody has touched, its measurements, its file and
 * itself. It can be interrupted at any point and repeated.
 */
async function undoImport(
  { table, files }: RunContext,
  run: runs.JobRun,
): Promise<RunOutcome> {
  const { user_id, job } = run;
  await deleteFileImport(table, { user_id, import_id: job.id });
  const { id: import_id, food_days: days } = job;
  if (days) await deleteFoodImport(table, user_id, { import_id, days });
  await measurements.undoImport(table, user_id, job);
  if (job.upload_id !== undefined) await files.abort(toImportFileKey(user_id, job));
  await files.delete(toImportFileKey(user_id, job));
  const isDeleted = await runs.deleteJob(table, run);
  return { outcome: isDeleted ? 'undone' : 'superseded' };
}

/** Ends a run of an import of a person who has restricted the processing. */
export async function holdImport(
  { table }: Pick<RunContext, 'table'>,
  run: runs.JobRun,
): Promise<RunOutcome> {
  const isHeld = await runs.holdJob(table, run);
  return { outcome: isHeld ? 'held' : 'superseded' };
}

/** What the end of an import needs. */
type EndContext = Pick<RunContext, 'table' | 'getNow'> & {
  files: Pick<RunContext['files'], 'delete'>;
};

/** Ends an import, deletes its file unless it is kept, and imports that are no longer kept. */
export async function endImport(
  deps: EndContext,
  run: runs.JobRun,
  failure?: ImportFailure,
): Promise<RunOutcome> {
  const { table, getNow } = deps;
  const { user_id, job } = run;
  const now = getNow();
  const template = failure ? 'import_failed' : 'import_done';
  const mail = await createEndMail(table, run, now, template);
  const outcome = failure
    ? { state: 'failed' as const, failure }
    : { state: 'done' as const, reader: readerVersion };
  const end = { ...outcome, completed_datetime: now.toISOString(), ...mail };
  if (!(await runs.endJob(table, run, end))) return { outcome: 'superseded' };

  if (!job.keeps_file) await deps.files.delete(toImportFileKey(user_id, job));
  await deleteOldest(deps, user_id);
  return failure ? { outcome: 'failed', failure } : { outcome: 'done' };
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
  const isAsked = await runs.endJob(table, run, end);
  return { outcome: isAsked ? 'asked' : 'superseded' };
}

/** Returns the attributes that request a mail, if the import took long or was interrupted. */
async function createEndMail(
  table: Table<'get'>,
  { user_id, job }: runs.JobRun,
  now: Date,
  template: ImportMail,
): Promise<Partial<MailAttributes>> {
  const begun = job.reread_datetime ?? job.created_datetime;
  const seconds = (now.getTime() - Date.parse(begun)) / 1000;
  if (seconds < importLimits.longAfter) return {};
  const to = await identities.findEmail(table, user_id);
  if (to === undefined) return {};
  const profile = await identities.findProfile(table, user_id);
  return createMailAttributes<ImportMail>({
    template,
    to,
    language: profile?.locale ?? 'en',
  });
}

/** Forgets the oldest imports of a user beyond those that are kept. Their entries stay. */
async function deleteOldest(
  { table, files, getNow }: EndContext,
  user_id: string,
): Promise<void> {
  const all = await jobs.list(table, user_id, getNow());
  // One that is being undone needs its item until its entries are gone.
  const old = all.slice(importLimits.kept).filter(hasEnded);
  for (const job of old) {
    await files.delete(toImportFileKey(user_id, job));
    await runs.deleteJob(table, { user_id, job });
  }
}
