import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { decrypt, encrypt, keyBytes } from './aes-gcm.ts';
import { associatedData, type DataKeyProvider } from './data-keys.ts';

/** Makes a key file that its owner alone can read, unless there is one. */
export async function ensureKeyFile(path: string): Promise<void> {
  try {
    const key = randomBytes(keyBytes).toString('base64');
    await writeFile(path, `${key}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Throws a sentence where the file has no key, or others than its owner can read it. */
async function readKey(path: string): Promise<Uint8Array> {
  const { mode } = await stat(path);
  // Windows has no such modes, and reports every file as open to all.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new Error(`The key file ${path} must be for its owner alone: chmod 600 ${path}`);
  const key = Buffer.from(await readFile(path, 'utf8'), 'base64');
  if (key.length !== keyBytes)
    throw new Error(
      `The key file ${path} must have ${keyBytes} bytes as base64, not ${key.length}.`,
    );
  return key;
}

/** Data keys that the key in a file wraps: for a service on one machine. */
export function keyFileDataKeys(path: string): DataKeyProvider {
  return {
    async generate(context) {
      const plaintext = randomBytes(keyBytes);
      return {
        plaintext,
        wrapped: encrypt(await readKey(path), plaintext, associatedData(context)),
      };
    },
    unwrap: async (wrapped, context) =>
      decrypt(await readKey(path), wrapped, associatedData(context)),
  };
}
