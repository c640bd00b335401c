import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keyBytes } from '#shared/encryption/aes-gcm.ts';
import { readKeyFile } from '#shared/encryption/key-file.ts';
import { hasDatabase } from './database-file.ts';
import { replaceFile } from './replace-file.ts';

async function createKeyFile(path: string): Promise<void> {
  const key = randomBytes(keyBytes).toString('base64');
  await replaceFile(path, `${key}\n`, { mode: 0o600 });
}

/**
 * Returns the path of the encryption key in a data directory, and creates the key for a new
 * directory. Throws if the key is damaged, or if it is missing although the directory has data,
 * because a new key could not decrypt the data.
 */
export async function prepareKeyFile(directory: string): Promise<string> {
  const path = join(directory, 'encryption.key');
  if (!existsSync(path)) {
    if (hasDatabase(directory))
      throw new Error(
        `${path} is missing. Restore it from a backup: the stored provider tokens need it.`,
      );
    await createKeyFile(path);
  }

  await readKeyFile(path);
  return path;
}
