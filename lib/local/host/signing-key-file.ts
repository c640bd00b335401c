import { join } from 'node:path';
import { readKeyFile } from '#shared/runtime/key-file.ts';
import { createKey, parseKeySet, type StoredKey } from '#shared/signing/key-set.ts';
import { readIfExists, replaceFile } from './files.ts';

/**
 * Returns the path of the keys that sign id_tokens in a data directory, and creates the first key if
 * there is no file. Throws if the file is damaged.
 */
export async function prepareSigningKeys(
  directory: string,
  keyFile: string,
): Promise<string> {
  const path = join(directory, 'signing-keys.json');
  const keys = await readSigningKeys(path);
  if (keys.length === 0)
    await writeSigningKeys(path, [createKey(await readKeyFile(keyFile), new Date())]);
  return path;
}

/** Reads the keys. There are none if the file does not exist. Throws if it is damaged. */
export async function readSigningKeys(path: string): Promise<StoredKey[]> {
  const content = await readIfExists(path);
  if (content === undefined) return [];
  try {
    return parseKeySet(content.toString());
  } catch {
    throw new Error(
      `${path} is damaged. Restore it from a backup, or delete it: the next start creates a new ` +
        'key, and the programs that sign people in with this service read it by themselves.',
    );
  }
}

/** Replaces the keys. Their private parts are encrypted. */
export async function writeSigningKeys(
  path: string,
  keys: readonly StoredKey[],
): Promise<void> {
  const text = JSON.stringify(keys, undefined, 2);
  await replaceFile(path, `${text}\n`, { mode: 0o600 });
}
