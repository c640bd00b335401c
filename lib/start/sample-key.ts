import { join } from 'node:path';
import { newSecret } from '#shared/auth/secrets.ts';
import { createDataDirectory } from '../local/host/data-directory.ts';
import { readIfExists } from '../local/host/read-if-exists.ts';
import { replaceFile } from '../local/host/replace-file.ts';

/** Matches what `newSecret` returns. */
const keyPattern = /^[0-9a-z]{52}$/;

/**
 * Reads the key of the sample provider from a data folder. Creates a new key if it is missing or
 * damaged. Warns about a damaged key, because accounts must then be connected again.
 */
export async function loadSampleKey(folder: string): Promise<string> {
  createDataDirectory(folder);
  const path = join(folder, 'sample-provider.key');
  const stored = await readIfExists(path);
  const key = stored?.toString().trim();
  if (key !== undefined && keyPattern.test(key)) return key;

  if (key !== undefined)
    console.warn(
      `${path} is damaged, so it is replaced. Connect the sample provider again.`,
    );
  const created = newSecret();
  await replaceFile(path, `${created}\n`, { mode: 0o600 });
  return created;
}
