import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Reads a file. Returns undefined if it does not exist. */
export function readIfExists(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(ignoreMissing);
}

/** Returns undefined for the error of a missing file or folder. Throws every other error. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

interface ReplaceOptions {
  /** Permissions of the new file, without those that the umask removes. Defaults to 0o666. */
  mode?: number;
  /** Path of the temporary file, on the same disk. Defaults to the path with `.new` at its end. */
  temporaryPath?: string;
}

/**
 * The content of a file: a text, chunks that are written one after the other, or what writes it.
 */
export type FileContent =
  | string
  | AsyncIterable<Uint8Array>
  | ((file: FileHandle) => Promise<void>);

async function writeNewFile(
  path: string,
  content: FileContent,
  mode: number,
): Promise<void> {
  await using file = await open(path, 'w', mode);
  if (typeof content === 'function') await content(file);
  else if (typeof content === 'string') await file.writeFile(content);
  else for await (const chunk of content) await file.writeFile(chunk);
  await file.sync();
}

/** Makes a rename survive a power failure. Windows has no way to do this. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using directory = await open(path);
  await directory.sync();
}

/**
 * Replaces or creates a file atomically. At any time, even after a crash, the file has either the
 * old or the new content. Rejects if the new content cannot be written, and keeps the old content.
 */
export async function replaceFile(
  path: string,
  content: FileContent,
  { mode = 0o666, temporaryPath = `${path}.new` }: ReplaceOptions = {},
): Promise<void> {
  try {
    await writeNewFile(temporaryPath, content, mode);
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** Why a file or folder cannot be used, by the code of the error of Node. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'it exists already',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'it is a file, or inside one',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
};

/** Returns why a file or folder cannot be used, or undefined if the error does not say. */
export function findReason(error: unknown): string | undefined {
  const { code = '' } = error as NodeJS.ErrnoException;
  return reasons[code];
}

/**
 * Describes an error of the file system: which file or folder cannot be used, and why. Returns
 * undefined for other errors. Of a copy, only the target is named, whose disk can be full.
 */
export function describeSystemError(error: Error): string | undefined {
  const { path, dest = path } = error as NodeJS.ErrnoException & { dest?: string };
  const reason = findReason(error);
  return dest && reason && `${dest} cannot be used: ${reason}.`;
}
