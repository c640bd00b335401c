import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { hasDatabase } from '../host/database-file.ts';
import { queuesFile } from '../queues/queue-file.ts';
import { positionFile } from '../stream/stream-position.ts';
import { type BackupFile, copyDurably, describeFile, listFiles } from './backup-files.ts';
import { writeManifest } from './manifest.ts';
import { createFolder } from './new-folder.ts';
import { snapshotTable } from './snapshot-table.ts';

/** The summary of a backup. */
export interface BackupSummary {
  created_datetime: string;
  files: number;
}

/**
 * Matches the files that are not copied: the table, which has a snapshot, files about the running
 * process, and files that are still being written.
 */
const transient =
  /^(?:dynamodb\.|lock|service\.json)|\.new$|(?:^|[/\\])\.unfinished[/\\]/;

/** How far the changes of the table have become messages, and the messages. */
const deliveryFiles = [positionFile, queuesFile];

/** Copies files, except those that are missing or deleted meanwhile. */
async function copyFiles(
  directory: string,
  paths: readonly string[],
  target: string,
): Promise<void> {
  for (const path of paths) {
    await copyDurably(join(directory, path), join(target, path)).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

/**
 * Copies in the reverse order of writing, so that a backup lacks nothing that it needs. A change of
 * the table becomes a message, then the position is saved: a backup with the position has the
 * message, or what its consumer made of it in the table. So a message can be processed twice, but
 * none is lost. An upload is confirmed after its file is written, so files are copied after the
 * table.
 */
async function copyData(directory: string, target: string): Promise<void> {
  if (!hasDatabase(directory)) throw new Error(`${directory} has no table.`);

  await copyFiles(directory, deliveryFiles, target);
  await snapshotTable(directory, target);
  const paths = await listFiles(directory);
  const others = paths.filter(
    (path) => !transient.test(path) && !deliveryFiles.includes(path),
  );
  await copyFiles(directory, others, target);
}

async function describeFiles(target: string): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const path of await listFiles(target))
    files.push(await describeFile(target, path));
  return files;
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

  const created_datetime = now.toISOString();
  let files: BackupFile[] = [];
  await createFolder(folder, async (partial) => {
    await copyData(realpathSync(dataDirectory), partial);
    files = await describeFiles(partial);
    await writeManifest(partial, { created_datetime, files });
  });
  return { created_datetime, files: files.length };
}
