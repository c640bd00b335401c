import { readFile, stat } from 'node:fs/promises';
import { keyBytes } from './cipher.ts';

/**
 * Returns whether other users may access the file. Always false on Windows, which has no file
 * modes.
 */
async function isOpenToOthers(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  return process.platform !== 'win32' && (mode & 0o077) !== 0;
}

/**
 * Reads the key of 32 bytes, stored as base64. Throws an error that says what to do if the file
 * contains no such key, or if other users can access it.
 */
export async function readKeyFile(path: string): Promise<Uint8Array> {
  if (await isOpenToOthers(path)) {
    throw new Error(
      `The key file ${path} must be readable only by its owner; run: chmod 600 ${path}`,
    );
  }
  const key = Buffer.from(await readFile(path, 'utf8'), 'base64');
  if (key.length !== keyBytes) {
    throw new Error(
      `The key file ${path} must contain ${keyBytes} bytes as base64, not ${key.length}; ` +
        'restore it from a backup',
    );
  }
  return key;
}
