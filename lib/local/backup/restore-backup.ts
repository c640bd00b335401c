import { join } from 'node:path';
import { getPlatformDatabase } from '../engines/dynamodb.ts';
import { databaseFiles } from '../host/database-files.ts';
import { type BackupFile, copyDurably, describeFile } from './backup-files.ts';
import type { BackupSummary } from './create-backup.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { createFolder } from './new-folder.ts';

async function requireIntactFile(
  folder: string,
  { path, sha256 }: BackupFile,
): Promise<void> {
  const actual = await describeFile(folder, path).catch(() => undefined);
  if (actual?.sha256 !== sha256)
    throw new Error(`${join(folder, path)} is damaged or missing. Use another backup.`);
}

/** Throws if the engine of this platform cannot read the table of a backup. */
function requireReadableTable({ files }: Manifest): void {
  const database = databaseFiles[getPlatformDatabase()];
  // The table of one engine is a file, that of the other is a folder.
  const isReadable = files.some(({ path }) => path.startsWith(database));
  if (!isReadable)
    throw new Error(
      'The backup is of another platform, whose table this machine cannot read.',
    );
}

/**
 * Restores a backup into a new data directory, which appears when it is complete. Returns the
 * summary of the backup. Throws if there is no backup, if it is damaged or of another platform, or
 * if the directory has files already.
 */
export async function restoreBackup(
  folder: string,
  dataDirectory: string,
): Promise<BackupSummary> {
  const manifest = await readManifest(folder);
  requireReadableTable(manifest);

  const { files, created_datetime } = manifest;
  await createFolder(dataDirectory, async (partial) => {
    for (const file of files) {
      await requireIntactFile(folder, file);
      await copyDurably(join(folder, file.path), join(partial, file.path));
    }
  });
  return { created_datetime, files: files.length };
}
