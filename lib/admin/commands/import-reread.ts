import { setTimeout } from 'node:timers/promises';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { isRestricted } from '#functions/auth/identity/processing.store.ts';
import * as jobs from '#functions/diary/file-import/file-import.store.ts';
import {
  type ImportJob,
  isImporting,
  isRereadable,
} from '#functions/diary/file-import/file-import.ts';
import {
  isOutdated,
  requestReread,
} from '#functions/diary/file-import/queue-import.store.ts';
import { newMeter } from '#shared/runtime/log.ts';
import type { Table } from '#shared/table/table.ts';
import type { CommandResult, CommandRunner, Row } from '../command.ts';
import { listUserIds, requireUser, userArgument } from '../find.ts';
import { formatExamples } from '../program.ts';

/** The wait between two reads of the state of an import. */
const pollIntervalMs = 1000;

/** An import whose kept file an earlier reader has read. */
interface OutdatedImport {
  user_id: string;
  job: ImportJob;
}

/** Registers the command that reads kept files again. */
export function registerRereadCommand(
  group: CommandUnknownOpts,
  run: CommandRunner,
): void {
  group
    .command('reread')
    .description(
      'Shows what would change if this version read the files again that people keep and an ' +
        'earlier version has read: those of one user, or of all. With --apply, reads them: ' +
        'entries get the right values unless the person has edited them, workouts that were ' +
        'missed are imported, and what was removed stays so. It can be repeated.',
    )
    .argument('[user]', userArgument)
    .option('--apply', 'read the files again, instead of only showing what would change')
    .addHelpText(
      ...formatExamples(
        'import reread',
        'import reread ann@example.com',
        'import reread --apply',
      ),
    )
    .action(
      run(async ({ table }, identifier, { apply = false }): Promise<CommandResult> => {
        const user_id = identifier && (await requireUser(table, identifier)).id;
        const users = user_id === undefined ? listUserIds(table) : [user_id];
        const outdated = listOutdated(table, users);
        const data = await (apply
          ? rereadAll(table, outdated)
          : preview(table, outdated));
        if (apply && data.length > 0)
          return { data, event: { name: 'files_reread', user_id } };
        const columns = ['file_name', 'outcome', 'date', 'changes'];
        const note = 'Nothing was changed. With --apply, the files are read again.';
        return apply ? { data } : { data, columns, note };
      }),
    );
}

/** Lists the imports of users that are to be read again. One that is done is listed no more. */
async function* listOutdated(
  table: Table<'get' | 'query'>,
  users: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<OutdatedImport> {
  for await (const user_id of users) {
    const all = await jobs.list(table, user_id, new Date());
    // The oldest first, as they were imported.
    for (const job of all.toReversed())
      if (isRereadable(job) && isOutdated(job)) yield { user_id, job };
  }
}

async function preview(
  table: Table,
  outdated: AsyncIterable<OutdatedImport>,
): Promise<Row[]> {
  // The imports are here so that help and usage errors load neither the AWS SDK nor the decoders.
  const { openImportFiles } = await import(
    '#functions/diary/file-import/import-files.ts'
  );
  const { previewReread } = await import(
    '#functions/diary/file-import/run/preview-reread.ts'
  );
  const stores = { table, files: openImportFiles(newMeter()) };
  const rows: Row[] = [];
  for await (const { user_id, job } of outdated)
    for await (const change of previewReread(stores, user_id, job, new Date()))
      rows.push({ user_id, import_id: job.id, ...change });
  return rows;
}

/** Reads files again, one import after another. Returns how each has ended. */
async function rereadAll(
  table: Table,
  outdated: AsyncIterable<OutdatedImport>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const { user_id, job } of outdated) {
    const { id: import_id, file_name } = job;
    const ended = await reread(table, user_id, job);
    const { imported = 0, corrected = 0, duplicate = 0 } = ended.counts ?? {};
    const { outcome } = ended;
    const files = { imported, corrected, duplicate };
    rows.push({ user_id, import_id, file_name, outcome, ...files });
  }
  return rows;
}

/** The end of an import, or why it was not read again. */
type RereadEnd = { outcome: string } & Partial<Pick<ImportJob, 'counts'>>;

async function reread(table: Table, user_id: string, job: ImportJob): Promise<RereadEnd> {
  if (await isRestricted(table, user_id)) return { outcome: 'paused_by_person' };
  const outcome = await requestReread(table, user_id, job, new Date());
  if (outcome !== 'queued') return { outcome };
  for (;;) {
    const current = await jobs.find(table, user_id, job.id, new Date());
    if (!current) return { outcome: 'undone' };
    const { state, failure, counts, continuation } = current;
    if (!isImporting(current)) return { outcome: failure ?? state, counts };
    // Without a request for its next run, it waits until the person resumes the processing.
    if (state === 'queued' && !continuation) return { outcome: 'paused_by_person' };
    await setTimeout(pollIntervalMs);
  }
}
