import * as jobs from '#functions/diary/file-import/file-import.store.ts';
import { openImportFiles } from '#functions/diary/file-import/import-files.ts';
import { isForExports } from '#functions/diary/file-import/run/consumer.ts';
import type { RunContext } from '#functions/diary/file-import/run/import-listed.ts';
import type { RunOutcome } from '#functions/diary/file-import/run/perform-run.ts';
import { runImport } from '#functions/diary/file-import/run/run-import.ts';
import { runExportImport } from '#functions/diary/file-import/run-export/run-export-import.ts';
import { openOriginals } from '#functions/main/image/image.store.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { table } from './fixtures.ts';
import type { Send, SendOptions, TestResponse } from './send.ts';
import { buildGpx, listPoints } from './workout-files/xml-files.ts';

/** A file as a client sends it. */
export interface SentFile {
  name: string;
  content: string | Uint8Array;
}

/** Builds the file of a run of ten minutes that starts on a date at 7 in UTC. */
export function buildRunFile(date: string): SentFile {
  const start = `${date}T07:00:00Z`;
  const segment = listPoints({ start, count: 61, from: [48.1, 11.5] });
  const content = buildGpx({ tracks: [{ type: 'running', segments: [segment] }] });
  return { name: `${date}.gpx`, content };
}

/** An import as a client sees it. */
export interface SeenImport {
  state: string;
  failure: string | null;
  files_done: number;
  counts: Record<'imported' | 'duplicate' | 'skipped' | 'failed', number>;
  entries: number;
  _links: { self: [{ href: string; id: string }]; next?: [{ href: string }] };
  _embedded?: { file: SeenFile[] };
}

/** A file of an import as a client sees it. */
export interface SeenFile {
  number: number;
  file_name: string;
  state: string;
  reason: string | null;
  message: string | null;
  changes?: { code: string; count: number; message: string }[];
  left_out?: { first: number; last: number; code: string; message: string }[];
  _links: Partial<Record<'entry' | 'duplicate_of', { href: string }[]>>;
}

/** Builds the form with files as a browser sends it. */
export function buildImportForm(
  files: readonly SentFile[],
  fields: Readonly<Record<string, string>> = {},
): FormData {
  const form = new FormData();
  for (const { name, content } of files)
    form.append('file', new Blob([Buffer.from(content)]), name);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Uploads files through the API. */
export function uploadFiles(
  send: Send,
  files: readonly SentFile[],
  options: SendOptions & { fields?: Readonly<Record<string, string>> } = {},
): Promise<TestResponse<SeenImport>> {
  const { fields, ...others } = options;
  const body = buildImportForm(files, fields);
  return send<SeenImport>('POST', '/v7.1/import/', { body, ...others });
}

/** Opens the stores of a run of an import. */
export const openImportStores = () => ({
  table: table(),
  files: openImportFiles(newMeter()),
  originals: openOriginals(newMeter()),
});

/** Runs an import once, as the queue would. The shared service delivers no messages. */
export async function runNextImport(
  user_id: string,
  id: string,
  deps: Partial<RunContext> = {},
): Promise<RunOutcome> {
  const job = await jobs.find(table(), user_id, id, new Date());
  const step = job?.step ?? 0;
  const context = {
    ...openImportStores(),
    isTimeUp: () => false,
    getNow: () => new Date(),
    pause: async () => undefined,
    ...deps,
  };
  const run = job && isForExports(job) ? runExportImport : runImport;
  return run(context, user_id, { id, step });
}

/** Runs an import, or its undoing, to its end. */
export async function finishImport(user_id: string, id: string): Promise<void> {
  for (let run = 0; run < 100; run += 1) {
    const { outcome } = await runNextImport(user_id, id);
    if (outcome !== 'continued') return;
  }
  throw new Error('The import does not end.');
}
