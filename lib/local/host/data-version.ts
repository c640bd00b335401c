import { join } from 'node:path';
import { readIfExists } from './read-if-exists.ts';
import { replaceFile } from './replace-file.ts';

/**
 * The version of the data that this code writes. Raise it with a change after which older code
 * would misread the data.
 */
const currentVersion = 1;

/**
 * Records the current version in a data folder. A folder without a version is new, or from before
 * there were versions, and can be used. Throws if newer code has used the folder, or if the file is
 * damaged.
 */
export async function recordDataVersion(directory: string): Promise<void> {
  const path = join(directory, 'data-version');
  const text = (await readIfExists(path))?.toString('utf8').trim() ?? '0';
  if (!/^\d+$/.test(text))
    throw new Error(`${path} is damaged. Restore it from a backup, or write 1 into it.`);

  const version = Number(text);
  if (version > currentVersion)
    throw new Error(
      `${directory} has data of a newer version of the service (data version ${version}, ` +
        `supported: ${currentVersion}). Install that version, or restore an older backup.`,
    );
  if (version < currentVersion) await replaceFile(path, `${currentVersion}\n`);
}
