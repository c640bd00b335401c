import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { hasDatabase } from '../host/database-file.ts';
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

/** Copies all files that are not transient, except those that are deleted meanwhile. */
async function copyFiles(directory: string, target: string): Promise<void> {
  const paths = await listFiles(directory);

  for (const path of paths) {
    if (transient.test(path)) continue;

    await copyDurably(join(directory, path), join(target, path)).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

/**
 * Copies the table before the other files. An upload is confirmed after its file is written, so
 * every image that was confirmed before the snapshot has its file. The message about a deletion is
 * written after the item is deleted, so a backup can have both the message and the item.
 */
async function copyData(directory: string, target: string): Promise<void> {
  if (!hasDatabase(directory)) throw new Error(`${directory} has no table.`);

  await snapshotTable(directory, target);
  await copyFiles(directory, target);
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
