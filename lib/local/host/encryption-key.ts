import { join } from 'node:path';
import { ensureKeyFile } from '#shared/encryption/key-file.ts';

/**
 * Returns the path of the encryption key in a data directory, and creates the key if it is missing.
 */
export async function prepareKeyFile(directory: string): Promise<string> {
  const file = join(directory, 'encryption.key');
  await ensureKeyFile(file);
  return file;
}
