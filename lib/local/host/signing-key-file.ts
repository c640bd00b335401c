import { join } from 'node:path';
import { readKeyFile } from '#shared/runtime/key-file.ts';
import {
  createKey,
  idTokenLifetime,
  parseKeySet,
  type StoredKey,
  selectKey,
} from '#shared/signing/key-set.ts';
import { getKeyFile } from './data-directory.ts';
import { readIfExists, replaceFile } from './files.ts';

const fileName = 'signing-keys.json';

/**
 * Returns the path of the keys that sign id_tokens in a data directory, and creates the first key
 * if there is no file. Throws if the file is damaged.
 */
export async function prepareSigningKeys(
  directory: string,
  keyFile: string,
): Promise<string> {
  const path = join(directory, fileName);
  const keys = await readSigningKeys(path);
  if (keys.length === 0)
    await writeSigningKeys(path, [createKey(await readKeyFile(keyFile), new Date())]);
  return path;
}

/** Reads the keys. There are none if the file does not exist. Throws if it is damaged. */
async function readSigningKeys(path: string): Promise<StoredKey[]> {
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
async function writeSigningKeys(path: string, keys: readonly StoredKey[]): Promise<void> {
  const text = JSON.stringify(keys, undefined, 2);
  await replaceFile(path, `${text}\n`, { mode: 0o600 });
}

/**
 * Adds a key to those of a data directory, and removes those whose id_tokens have expired, or all
 * others if it is urgent. Returns the keys that stay. Throws if a key waits to sign.
 */
export async function rotateSigningKeys(
  directory: string,
  now: Date,
  isUrgent: boolean,
): Promise<StoredKey[]> {
  const path = join(directory, fileName);
  const encryptionKey = await readKeyFile(getKeyFile(directory));
  const keys = await readSigningKeys(path);
  const [current, ...others] = listUsed(keys, now);
  const isWaiting = keys.at(-1) !== current;
  if (isWaiting && !isUrgent)
    throw new Error(
      'The newest key does not sign yet: wait until it was published for a day.',
    );
  const kept = isUrgent || current === undefined ? [] : [...others, current];
  const rotated = [...kept, createKey(encryptionKey, now)];
  await writeSigningKeys(path, rotated);
  return rotated;
}

/** Lists the key that signs now, and the one that signed as long ago as an id_token lives. */
function listUsed(keys: readonly StoredKey[], now: Date): StoredKey[] {
  const earlier = new Date(now.getTime() - idTokenLifetime * 1000);
  const used = [now, earlier].map((time) => selectKey(keys, time));
  return [...new Set(used)].filter((key) => key !== undefined);
}
