import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryObjects } from '#shared/contract/resources.ts';
import { databaseFile, hasDatabase } from '../host/data-directory.ts';
import { ignoreMissing } from '../host/files.ts';
import { queuesFile } from '../queues/message-queues.ts';
import { positionFile } from '../stream/stream-reader.ts';
import {
  type BackupFile,
  copyDurably,
  createFolder,
  describeFile,
  listBackupFiles,
  readManifest,
  syncFile,
  writeManifest,
} from './backup-files.ts';

export interface BackupSummary {
  created_datetime: string;
  files: number;
}

/**
 * Matches the files that are not copied: the table, which has a snapshot, files about the running
 * process and the last backup, and files that are still being written.
 */
const transient =
  /^(?:dynamodb\.|lock|service\.json|last-backup)|\.new$|(?:^|[/\\])\.unfinished[/\\]/;

/** Part of the path of a file whose import is not done, and which is deleted then. */
const pendingImport = encodeURIComponent(temporaryObjects.imports.prefix);

/** The place in the stream up to which changes have become messages, and the messages. */
const deliveryFiles = [positionFile, queuesFile];

/** Copies files, except those that are missing or deleted meanwhile. */
async function copyFiles(
  directory: string,
  paths: readonly string[],
  target: string,
): Promise<void> {
  for (const path of paths) {
    await copyDurably(join(directory, path), join(target, path)).catch(ignoreMissing);
  }
}

/** Copies the files of imports that are not done, also of those that begin meanwhile. */
async function copyImports(directory: string, target: string): Promise<void> {
  const copied = new Set<string>();
  for (;;) {
    const paths = await listBackupFiles(directory);
    const imports = paths.filter(
      (path) => path.includes(pendingImport) && !copied.has(path),
    );
    if (imports.length === 0) return;
    await copyFiles(directory, imports, target);
    for (const path of imports) copied.add(path);
  }
}

/**
 * Copies in the reverse order of writing, so that a backup lacks nothing that it needs. A change of
 * the table becomes a message, then the position is saved: a backup with the position has the
 * message, or what its consumer made of it in the table. So a message can be processed twice, but
 * none is lost. An upload is confirmed after its file is written, so files are copied after the
 * table, but those of imports before it, too: an import that ends meanwhile deletes its file.
 */
async function copyData(directory: string, target: string): Promise<void> {
  await copyFiles(directory, deliveryFiles, target);
  await copyImports(directory, target);
  await snapshotTable(directory, target);
  const paths = await listBackupFiles(directory);
  const others = paths.filter(
    (path) => !transient.test(path) && !deliveryFiles.includes(path),
  );
  await copyFiles(directory, others, target);
}

async function describeFiles(target: string): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const path of await listBackupFiles(target))
    files.push(await describeFile(target, path));
  return files;
}

/** Resolves the symbolic links of a path, of which the last parts may not exist yet. */
function resolveLinks(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return join(resolveLinks(dirname(path)), basename(path));
}

/**
 * Backs up a data directory (table, images, encryption key and queues) into a new folder. The
 * service can run meanwhile. The folder appears when it is complete. Throws if there is no data
 * directory, or if the folder contains files.
 */
export async function createBackup(
  dataDirectory: string,
  folder: string,
  now: Date,
): Promise<BackupSummary> {
  if (!existsSync(dataDirectory))
    throw new Error(`There is no data folder ${dataDirectory}.`);
  const directory = realpathSync(dataDirectory);
  if (!hasDatabase(directory)) throw new Error(`${directory} has no table.`);
  if (join(resolveLinks(dirname(resolve(folder))), '/').startsWith(join(directory, '/')))
    throw new Error(
      `${folder} is in the data folder, so each backup would have the others. Choose another.`,
    );

  const created_datetime = now.toISOString();
  let files: BackupFile[] = [];
  await createFolder(folder, async (partial) => {
    await copyData(directory, partial);
    files = await describeFiles(partial);
    await writeManifest(partial, { created_datetime, files });
  });
  return { created_datetime, files: files.length };
}

async function requireIntactFile(
  folder: string,
  { path, sha256 }: BackupFile,
): Promise<void> {
  const actual = await describeFile(folder, path).catch(() => undefined);
  if (actual?.sha256 !== sha256)
    throw new Error(`${join(folder, path)} is damaged or missing. Use another backup.`);
}

/**
 * Restores a backup into a new data directory, which appears when it is complete. Returns the
 * summary of the backup. Throws if there is no backup, if it is damaged, or if the directory has
 * files already.
 */
export async function restoreBackup(
  folder: string,
  dataDirectory: string,
): Promise<BackupSummary> {
  const { files, created_datetime } = await readManifest(folder);
  await createFolder(dataDirectory, async (partial) => {
    for (const file of files) {
      await requireIntactFile(folder, file);
      await copyDurably(join(folder, file.path), join(partial, file.path));
    }
  });
  return { created_datetime, files: files.length };
}

/** Maximum wait for the database if the engine has locked it. */
const timeoutMs = 60_000;

/** Writes a snapshot of a data directory's table into a file. The engine may write meanwhile. */
export async function snapshotTable(directory: string, target: string): Promise<void> {
  const snapshot = join(target, databaseFile);
  const database = new DatabaseSync(join(directory, databaseFile), {
    timeout: timeoutMs,
  });
  try {
    database.prepare('VACUUM INTO ?').run(snapshot);
  } finally {
    database.close();
  }
  await syncFile(snapshot);
}
