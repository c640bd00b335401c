import * as identities from '#functions/auth/identity/identity.store.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import { deleteFoodImport } from '#functions/diary/food-import/delete-food-import.ts';
import * as measurements from '#functions/diary/measurement/measurement-deletion.store.ts';
import { deleteFileImport } from '#functions/diary/workout-import/delete-file-import.ts';
import { createMailAttributes, type MailAttributes } from '#shared/mail/mail.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Table } from '#shared/table/table.ts';
import { listImport } from '../archives/list-import.ts';
import type { ImportMail } from '../file-import.mail.ts';
import * as jobs from '../file-import.store.ts';
import { hasEnded, type ImportFailure, importLimits } from '../file-import.ts';
import { readerVersion } from '../formats/decoded-file.ts';
import { toImportFileKey } from '../import-file-keys.ts';
import { createFileSourceFinder } from './file-devices.store.ts';
import { importListed, type RunContext } from './import-listed.ts';
import * as runs from './import-run.store.ts';

/**
 * The end of a run. `continued` means that it has requested the next one, `held` that the user has
 * restricted the processing, `superseded` that another run has begun, or that the import was
 * undone. `outdated` means that the message requests an earlier run.
 */
export type RunOutcome =
  | { outcome: 'outdated' | 'superseded' | 'continued' | 'held' | 'done' | 'undone' }
  | { outcome: 'failed'; failure: ImportFailure };

/** The number of runs that may begin without getting any further. */
export const maxRunStarts = 8;

/**
 * Runs an import from where the run before it has stopped, or undoes it. It can be interrupted at
 * any point: the next run imports the files again whose lines are not stored, and finds their
 * entries. Throws if a store cannot be reached.
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

  const { job } = run;
  const isBegun = job.reread_datetime === undefined || job.files_done > 0;
  if (!isBegun && !(await runs.deleteLines(table, run))) return { outcome: 'superseded' };

  const files = await listImport(deps, user_id, job);
  if (!files) return endImport(deps, run, 'file_missing');
  const findSource = createFileSourceFinder(table, run, getNow);
  const end = await importListed(deps, run, files, findSource);
  if (end === 'restricted') return holdImport(deps, run);
  if (end === 'superseded') return { outcome: end };
  if (end === 'all_imported') return endImport(deps, run);
  const isRequested = await runs.requestNextRun(table, run);
  return { outcome: isRequested ? 'continued' : 'superseded' };
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
  await measurements.undoImport(table, user_id, job.id);
  if (job.upload_id !== undefined) await files.abort(toImportFileKey(user_id, job));
  await files.delete(toImportFileKey(user_id, job));
  const isDeleted = await runs.deleteJob(table, run);
  return { outcome: isDeleted ? 'undone' : 'superseded' };
}

async function holdImport({ table }: RunContext, run: runs.JobRun): Promise<RunOutcome> {
  const isHeld = await runs.holdJob(table, run);
  return { outcome: isHeld ? 'held' : 'superseded' };
}

/** Ends an import, deletes its file unless it is kept, and imports that are no longer kept. */
async function endImport(
  deps: RunContext,
  run: runs.JobRun,
  failure?: ImportFailure,
): Promise<RunOutcome> {
  const { table, getNow } = deps;
  const { user_id, job } = run;
  const now = getNow();
  const mail = await createEndMail(table, run, now, failure);
  const outcome = failure
    ? { state: 'failed' as const, failure }
    : { state: 'done' as const, reader: readerVersion };
  const end = { ...outcome, completed_datetime: now.toISOString(), ...mail };
  if (!(await runs.endJob(table, run, end))) return { outcome: 'superseded' };

  if (!job.keeps_file) await deps.files.delete(toImportFileKey(user_id, job));
  await deleteOldest(deps, user_id);
  return failure ? { outcome: 'failed', failure } : { outcome: 'done' };
}

/** Returns the attributes that request a mail, if the import took long or was interrupted. */
async function createEndMail(
  table: Table<'get'>,
  { user_id, job }: runs.JobRun,
  now: Date,
  failure: ImportFailure | undefined,
): Promise<Partial<MailAttributes>> {
  const begun = job.reread_datetime ?? job.created_datetime;
  const seconds = (now.getTime() - Date.parse(begun)) / 1000;
  if (seconds < importLimits.longAfter) return {};
  const to = await identities.findEmail(table, user_id);
  if (to === undefined) return {};
  const template: ImportMail = failure ? 'import_failed' : 'import_done';
  const profile = await identities.findProfile(table, user_id);
  return createMailAttributes<ImportMail>({
    template,
    to,
    language: profile?.locale ?? 'en',
  });
}

/** Forgets the oldest imports of a user beyond those that are kept. Their entries stay. */
async function deleteOldest(
  { table, files, getNow }: RunContext,
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
