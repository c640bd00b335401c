import * as identities from '#functions/auth/identity/identity.store.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Table } from '#shared/table/table.ts';
import { isTableBusy, waitForReads } from '#shared/table/wait-for-table.ts';
import type { ImportMail } from '../file-import.mail.ts';
import * as jobs from '../file-import.store.ts';
import { hasEnded, type ImportFailure, importLimits } from '../file-import.ts';
import { readerVersion } from '../formats/decoded-file.ts';
import { toImportFileKey } from '../import-file-keys.ts';
import type { RunContext } from './import-listed.ts';
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

/** Why a run imports nothing more. */
export type ImportStop =
  | 'all_imported'
  | 'time_up'
  | 'restricted'
  | 'superseded'
  | 'file_missing';

/** The number of runs that may begin without getting any further. */
export const maxRunStarts = 8;

/** What each run of an import needs. */
type PerformContext = Omit<RunContext, 'files' | 'isTimeUp'> & {
  files: Pick<RunContext['files'], 'delete'>;
};

/** What differs between the runs of imports, from where the run before has stopped. */
interface RunSteps<Deps> {
  /** Imports what is left. Its reads wait while the store is busy. */
  importRest(deps: Deps, run: runs.JobRun): Promise<ImportStop | RunOutcome>;
  /** Undoes the import. Absent if another function does. */
  undo?(deps: Deps, run: runs.JobRun): Promise<RunOutcome>;
}

/**
 * Performs the run of an import that a message requests. It can be interrupted at any point. Throws
 * if a store cannot be reached for minutes: such a run hardly counts as one that began in vain.
 */
export async function performRun<Deps extends PerformContext>(
  deps: Deps,
  user_id: string,
  request: runs.RunRequest,
  { importRest, undo }: RunSteps<Deps>,
): Promise<RunOutcome> {
  const { table, getNow, pause } = deps;
  const requested = await runs.findRun(table, user_id, request);
  if (!requested) return { outcome: 'outdated' };
  const run = await runs.beginRun(table, requested, newId(getNow()));
  if (!run) return { outcome: 'superseded' };
  const { job } = run;
  if (undo && job.state === 'undoing') return undo(deps, run);
  if (job.starts > maxRunStarts) return endImport(deps, run, 'interrupted');
  if (await processing.isRestricted(table, user_id)) return holdImport(table, run);

  try {
    const isBegun = job.reread_datetime === undefined || job.files_done > 0;
    if (!isBegun && !(await runs.deleteLines(table, run)))
      return { outcome: 'superseded' };
    const patient = { ...deps, table: waitForReads(table, pause) };
    const end = await importRest(patient, run);
    return typeof end === 'string' ? await endRun(deps, run, end) : end;
  } catch (error) {
    if (isTableBusy(error)) await forgetStart(table, run);
    throw error;
  }
}

/** Ends a run that has stopped, and requests the next one if something is left. */
async function endRun(
  deps: PerformContext,
  run: runs.JobRun,
  stop: ImportStop,
): Promise<RunOutcome> {
  switch (stop) {
    case 'all_imported':
      return endImport(deps, run);
    case 'file_missing':
      return endImport(deps, run, stop);
    case 'restricted':
      return holdImport(deps.table, run);
    case 'superseded':
      return { outcome: stop };
    case 'time_up':
      return toOutcome(await runs.requestNextRun(deps.table, run), 'continued');
  }
}

/** Returns the outcome of a run whose last write is done, unless another run has begun. */
export function toOutcome(isDone: boolean, outcome: RunEnd): RunOutcome {
  return { outcome: isDone ? outcome : 'superseded' };
}

/** Counts a run less that a busy store has ended. The store can be too busy for that, too. */
async function forgetStart(table: Table<'update'>, run: runs.JobRun): Promise<void> {
  try {
    await runs.forgetStart(table, run);
  } catch (error) {
    if (!isTableBusy(error)) throw error;
  }
}

/** Ends a run of an import of a person who has restricted the processing. */
async function holdImport(table: Table<'update'>, run: runs.JobRun): Promise<RunOutcome> {
  return toOutcome(await runs.holdJob(table, run), 'held');
}

/** Ends an import, deletes its file unless it is kept, and imports that are no longer kept. */
async function endImport(
  deps: PerformContext,
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

/** Returns the attributes that request a mail, if the import took long or was interrupted. */
export async function createEndMail(
  table: Table<'get'>,
  { user_id, job }: runs.JobRun,
  now: Date,
  template: ImportMail,
): Promise<Partial<MailAttributes>> {
  const begun = job.reread_datetime ?? job.created_datetime;
  const seconds = (now.getTime() - Date.parse(begun)) / 1000;
  if (seconds < importLimits.longAfter) return {};
  const { locale: language = 'en' } =
    (await identities.findProfile(table, user_id)) ?? {};
  return identities.createMailToUser<ImportMail>(table, user_id, { template, language });
}

/** Forgets the oldest imports of a user beyond those that are kept. Their entries stay. */
async function deleteOldest(
  { table, files, getNow }: PerformContext,
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
