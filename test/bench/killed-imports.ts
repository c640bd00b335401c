import { once } from 'node:events';
import * as entries from '#functions/diary/entry/entry.store.ts';
import { fileImportKeys } from '#functions/diary/file-import/file-import.keys.ts';
import * as jobs from '#functions/diary/file-import/file-import.store.ts';
import { buildImport, type ImportJob } from '#functions/diary/file-import/file-import.ts';
import { toImportFileKey } from '#functions/diary/file-import/import-file-keys.ts';
import { openImportFiles } from '#functions/diary/file-import/import-files.ts';
import { isImported } from '#functions/diary/merging/imported-entry.ts';
import { buildZip } from '#kit/archives/build-zip.ts';
import { buildShortGpx } from '#kit/archives/sources.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { isNew } from '#shared/table/condition.ts';
import { bundleProgram, receiveMessage, startFunction } from './child-process.ts';
import type { ExportMemory } from './export-process.ts';
import { markdownTable } from './report.ts';
import type { Section } from './service-under-bench.ts';

const fileCount = 5000;
const killCount = 20;

/** The days of the files, of which each has ten. */
const days = { first: '2020-01-01', last: '2021-12-31' };

/** Builds an archive of tracks, and of files that cannot be read. */
function buildArchive(): Promise<Buffer> {
  const files = Array.from({ length: fileCount }, (_, index) => {
    const start = new Date(Date.UTC(2020, 0, 1) + index * 8_640_000).toISOString();
    const content = index % 50 === 7 ? 'notes' : buildShortGpx(start, 'running');
    return [`activities/${index}.gpx`, content];
  });
  return buildZip(Object.fromEntries(files));
}

/** Stores an import that requests no run, so that only the child process works on it. */
async function storeImport(user_id: string, archive: Buffer): Promise<string> {
  const now = new Date();
  const sent = { id: newId(now), file_name: 'archive.zip', bytes: archive.length };
  const { continuation: _, is_open: _open, ...job } = buildImport(sent, now);
  const file = { bytes: archive, type: 'application/zip' };
  await openImportFiles(newMeter()).put(toImportFileKey(user_id, job), file);
  await table().put<object>(
    { ...fileImportKeys.importJob(user_id, job.id), ...job },
    isNew,
  );
  return job.id;
}

async function requireJob(user_id: string, id: string): Promise<ImportJob> {
  const job = await jobs.find(table(), user_id, id, new Date());
  if (!job) throw new Error('The import is gone.');
  return job;
}

interface ImportRun {
  user_id: string;
  id: string;
  program: string;
  environment: Record<string, string>;
}

/**
 * Runs an import to its end in processes of its own. The process is killed when the import has
 * reached each of these numbers of files, and some milliseconds later each time. Returns the most
 * memory of a process that was not killed.
 */
async function run(
  { user_id, id, program, environment }: ImportRun,
  kills: readonly number[],
): Promise<ExportMemory> {
  for (const [index, files] of [...kills, Number.POSITIVE_INFINITY].entries()) {
    const child = startFunction(program, 'diary/file-import/run', environment);
    await receiveMessage<ExportMemory>(child);
    const { step } = await requireJob(user_id, id);
    const message = { ...fileImportKeys.importJob(user_id, id), id, step };
    child.send({ Records: [{ messageId: '1', body: JSON.stringify(message) }] });
    if (files === Number.POSITIVE_INFINITY) {
      const memory = await receiveMessage<ExportMemory>(child);
      child.kill();
      return memory;
    }
    while ((await requireJob(user_id, id)).files_done < files) await pause(5);
    await pause((index * 37) % 200);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  throw new Error('The last run has no end.');
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Describes how an import ended, without ids. */
async function describeEnd(user_id: string, id: string): Promise<string> {
  const job = await requireJob(user_id, id);
  const { state, files_done } = job;
  const { imported, duplicate, skipped, failed } = job.counts;
  const sums = { imported, duplicate, skipped, failed };
  const lines = await Promise.all(
    Array.from({ length: files_done / 50 }, (_, chunk) =>
      jobs.listLines(table(), user_id, job, { limit: 50, offset: chunk * 50 }),
    ),
  );
  const outcomes = lines
    .flat()
    .map(({ number, name, state: outcome, reason, entries: ids }) => {
      return [number, name, outcome, reason, ids?.length];
    });
  const shown = await entries.listRange({ table: table(), user_id }, days);
  const diary = shown
    .filter(isImported)
    .map((entry) => [
      entry.start_time,
      entry.date,
      entry.duration,
      entry.source.file_name,
    ])
    .sort();
  return JSON.stringify({ state, ...sums, entries: job.entries, outcomes, diary });
}

const columns = ['import', 'kills', 'seconds', 'entries', 'ends equal', 'MB at most'];

/** Kills the process of an import again and again, and compares it with one that was not killed. */
export const killedImports: Section = async ({ environment }) => {
  const program = await bundleProgram('export-child');
  const archive = await buildArchive();
  const kills = Array.from({ length: killCount }, (_, index) =>
    Math.round((index * fileCount) / (killCount + 1)),
  );
  const ends: string[] = [];
  const rows: (string | number)[][] = [];
  for (const points of [[], kills]) {
    const { user_id } = await newUser();
    const id = await storeImport(user_id, archive);
    const startedAt = performance.now();
    const memory = await run({ user_id, id, program, environment }, points);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    ends.push(await describeEnd(user_id, id));
    const { entries: created } = await requireJob(user_id, id);
    const megabytes = Math.round(memory.resident / 1024 / 1024);
    const isEqual = ends.at(-1) === ends[0] ? 'yes' : 'no';
    rows.push(['5,000 files', points.length, seconds, created, isEqual, megabytes]);
  }
  return markdownTable(columns, rows);
};
