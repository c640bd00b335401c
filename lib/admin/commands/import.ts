import { access, constants, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as jobs from '#functions/diary/file-import/file-import.store.ts';
import {
  type FileCounts,
  type ImportJob,
  isImporting,
} from '#functions/diary/file-import/file-import.ts';
import { startImport } from '#functions/diary/file-import/start-import.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import type { Table } from '#shared/table/table.ts';
import type { CommandRunner } from '../command.ts';
import { requireUser, userArgument } from '../find.ts';
import { addCommandGroup, exampleId, formatExamples } from '../program.ts';
import { registerRereadCommand } from './import-reread.ts';

/** The wait between two reads of the state of an import. */
const pollIntervalMs = 1000;

/** The files of one import, which are in memory. A larger file has an import of its own. */
const batchLimits = { files: 500, bytes: 64 * 1024 * 1024 };

/** Node reads no larger file into memory. */
const maxFileBytes = 2 ** 31 - 1;

/** Registers the commands that import files for users. */
export function registerImportCommands(
  program: CommandUnknownOpts,
  run: CommandRunner,
): void {
  const group = addCommandGroup(program, 'import', 'Imports files of users.');
  registerRereadCommand(group, run);
  group
    .command('folder')
    .description(
      'Imports all files of a folder and of the folders in it: FIT, GPX, TCX and KML files, and ' +
        'archives of them. It can be repeated: files that were imported are recognized.',
    )
    .argument('<user>', userArgument)
    .argument('<folder>', 'folder with the files')
    .addHelpText(
      ...formatExamples(
        'import folder ann@example.com ~/Downloads/watch',
        `import folder ${exampleId} /media/GARMIN/Activity`,
      ),
    )
    .action(
      run(async ({ table, record }, identifier, folder) => {
        const { id: user_id } = await requireUser(table, identifier);
        const finished: ImportJob[] = [];
        for await (const paths of listBatches(folder)) {
          const id = await startBatch(table, user_id, paths);
          if (finished.length === 0) await record({ name: 'files_imported', user_id });
          finished.push(await waitUntilDone(table, user_id, id));
        }
        if (finished.length === 0) throw new Error(`${folder} has no files.`);
        return {
          data: {
            user_id,
            imports: finished.map(({ id }) => id),
            files: sum(finished, ({ files_done }) => files_done),
            entries: sum(finished, ({ entries }) => entries),
            needs_answer: sum(finished, ({ state }) => Number(state === 'needs_answer')),
            ...sumCounts(finished),
          },
        };
      }),
    );
}

async function readFolder(folder: string) {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    throw new Error(`${folder} is no folder that can be read.`, { cause: error });
  }
}

/** Returns the size of a file. Throws if it cannot be read, before others are imported. */
async function measure(path: string): Promise<number> {
  await access(path, constants.R_OK);
  const { size } = await stat(path);
  if (size > maxFileBytes)
    throw new Error(
      `${path} has more than 2 GiB. Nothing was imported: move it away, and let the person send ` +
        'it on the page "Import files".',
    );
  return size;
}

/**
 * Lists the files of a folder in the order of their paths, as many at a time as an import takes.
 */
async function* listBatches(folder: string): AsyncGenerator<string[]> {
  const found = await readFolder(folder);
  const files = found.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const sizes = new Map<string, number>();
  for (const path of paths) sizes.set(path, await measure(path));
  let batch: string[] = [];
  let bytes = 0;
  for (const [path, size] of sizes) {
    const isFull = batch.length >= batchLimits.files || bytes + size > batchLimits.bytes;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(path);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Starts the import of some files. Returns its id. */
async function startBatch(
  table: Table,
  user_id: string,
  paths: readonly string[],
): Promise<string> {
  // The import is here so that help and usage errors do not load the AWS SDK.
  const { openImportFiles } = await import(
    '#functions/diary/file-import/import-files.ts'
  );
  const imports = openImportFiles(newMeter());
  const reads = paths.map(async (path) => {
    return { name: basename(path), bytes: await readFile(path) };
  });
  const files = await Promise.all(reads);
  const now = new Date();
  const sent = { id: newId(now), files };
  const started = await startImport({ table, imports }, user_id, sent, now);
  if (started.outcome === 'running') throw serviceError('imports_running');
  if (started.outcome === 'too_many') throw serviceError('too_many_imports', started);
  return sent.id;
}

async function waitUntilDone(
  table: Table<'get'>,
  user_id: string,
  id: string,
): Promise<ImportJob> {
  for (;;) {
    const job = await jobs.find(table, user_id, id, new Date());
    if (!job) throw new Error('The import was undone.');
    if (job.failure) throw new Error(`The import failed: ${job.failure}.`);
    if (!isImporting(job)) return job;
    await setTimeout(pollIntervalMs);
  }
}

function sum(all: readonly ImportJob[], get: (job: ImportJob) => number): number {
  return all.reduce((total, job) => total + get(job), 0);
}

function sumCounts(all: readonly ImportJob[]): FileCounts {
  return {
    imported: sum(all, ({ counts }) => counts.imported),
    duplicate: sum(all, ({ counts }) => counts.duplicate),
    skipped: sum(all, ({ counts }) => counts.skipped),
    failed: sum(all, ({ counts }) => counts.failed),
  };
}
