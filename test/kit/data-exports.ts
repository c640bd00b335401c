import * as dataExports from '#functions/account/export/data-export.store.ts';
import type { ExportAsker } from '#functions/account/export/data-export.ts';
import {
  openExportFiles,
  openExportUploads,
} from '#functions/account/export/export-files.ts';
import { getExportBucket, toArchiveKey } from '#functions/account/export/export-keys.ts';
import {
  type ExportDeps,
  type ExportOutcome,
  runExport,
} from '#functions/account/export/write/run-export.ts';
import { openImportFiles } from '#functions/diary/file-import/import-files.ts';
import { openOriginals } from '#functions/main/image/image.store.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { keepS3Client } from '#shared/objects/objects.ts';
import { openUploads, type Uploads } from '#shared/objects/uploads.ts';
import { findEnvironment } from '#shared/runtime/environment.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import type { Table } from '#shared/table/table.ts';
import { readArchive } from './archive.ts';
import { table } from './fixtures.ts';

/** The export of a user. */
export interface TestExport {
  user_id: string;
  id: string;
}

/** Opens the stores with which an export is written. */
export const openExportStores = () => ({
  table: table(),
  originals: openOriginals(newMeter()),
  importFiles: openImportFiles(newMeter()),
  exportFiles: openExportFiles(newMeter()),
  uploads: openExportUploads(newMeter()),
});

/** Opens uploads of which the request `failing` and each later one fails, counted from 1. */
export function openFailingUploads(failing: number): Uploads {
  const client = keepS3Client('uploads')();
  let requests = 0;
  const send = (...args: Parameters<typeof client.send>) => {
    requests += 1;
    if (requests >= failing) throw new Error('The process ended.');
    return client.send(...args);
  };
  const failingClient = new Proxy(client, {
    get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)),
  });
  return openUploads(getExportBucket(), newMeter(), failingClient);
}

/** Starts an export. The shared service delivers no messages, so only tests work on it. */
export async function startTestExport(
  user_id: string,
  asked_by: ExportAsker = { access_generation: 0 },
  now = new Date(),
): Promise<TestExport> {
  const id = newId(now);
  const newExport = { id, language: 'en', asked_by };
  const store = { table: table(), dataKeys: openDataKeys };
  const { outcome } = await dataExports.startExport(store, user_id, newExport, now);
  if (outcome !== 'started') throw new Error(`The export was not started: ${outcome}.`);
  return { user_id, id };
}

/** Returns an export and the item that it is stored in. */
export async function findStoredExport({ user_id, id }: TestExport) {
  const item = await dataExports.find(table(), user_id);
  const dataExport = item?.exports[id];
  if (!item || !dataExport) throw new Error('The export is not stored.');
  return { item, dataExport };
}

/** Writes the next archive of an export in this process, as its function does. */
export async function writeNextArchive(
  { user_id, id }: TestExport,
  options: Partial<ExportDeps> = {},
): Promise<ExportOutcome> {
  const { item } = await findStoredExport({ user_id, id });
  const { archive = 1 } = item.run ?? {};
  const deps: ExportDeps = {
    ...openExportStores(),
    limits: { bytes: Number.POSITIVE_INFINITY, files: 1000, isTimeUp: () => false },
    getNow: () => new Date(),
    ...options,
  };
  return runExport(deps, user_id, { id, archive });
}

/** Writes archives until the export has ended. Returns how each run ended. */
export async function writeAllArchives(
  dataExport: TestExport,
  options: Partial<ExportDeps> = {},
): Promise<ExportOutcome['outcome'][]> {
  const outcomes: ExportOutcome['outcome'][] = [];
  while ((await findStoredExport(dataExport)).item.run) {
    const { outcome } = await writeNextArchive(dataExport, options);
    outcomes.push(outcome);
  }
  return outcomes;
}

/** Returns a table for exports that finds no data of the user, and so reads none of it. */
export const newTableWithoutData = (): Table => ({
  ...table(),
  queryPage: async () => [],
});

/**
 * Waits until a deployed stack has written the export that a user has started. On this machine,
 * writes it in this process without the data, because the shared service delivers no messages.
 */
export async function finishExport(user_id: string): Promise<void> {
  const isLocal = findEnvironment('AWS_ENDPOINT_URL_DYNAMODB') !== undefined;
  for (;;) {
    const { run } = (await dataExports.find(table(), user_id)) ?? {};
    if (!run) return;
    if (isLocal)
      await writeNextArchive(
        { user_id, id: run.export_id },
        { table: newTableWithoutData() },
      );
  }
}

/** An archive: its files by their names, and its manifest, which is no file of the person. */
interface ReadArchive {
  files: Map<string, Buffer>;
  manifest: { name: string; content: unknown };
}

/** Returns the archives of an export. */
export async function readArchives({ user_id, id }: TestExport): Promise<ReadArchive[]> {
  const { exportFiles } = openExportStores();
  const { dataExport } = await findStoredExport({ user_id, id });
  const archives = dataExport.archives.map(async (archive) => {
    const object = await exportFiles.get(toArchiveKey(user_id, id, archive.id));
    if (object?.bytes.length !== archive.bytes)
      throw new Error('An archive does not have the recorded size.');
    const files = await readArchive(object.bytes);
    const [name, ...others] = [...files.keys()].filter((each) => /^manifest/.test(each));
    const text = String(files.get(name ?? ''));
    if (!name || others.length > 0) throw new Error('An archive has not one manifest.');
    files.delete(name);
    return { files, manifest: { name, content: JSON.parse(text) } };
  });
  return Promise.all(archives);
}
