import { join } from 'node:path';
import { type BackupFile, copyDurably, describeFile } from './backup-files.ts';
import type { BackupSummary } from './create-backup.ts';
import { readManifest } from './manifest.ts';
import { createFolder } from './new-folder.ts';

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
