import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, glob, mkdir, open } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A file of a backup. */
export interface BackupFile {
  /** Relative to the folder of the backup. */
  path: string;
  /** SHA-256 in hex. */
  sha256: string;
}

/** Lists the paths of all files below a folder, relative to the folder and sorted. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(
    glob('**/*', { cwd: folder, withFileTypes: true }),
  );
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) =>
    relative(folder, join(parentPath, name)),
  );
  return paths.sort();
}

/** Copies a file, and waits until the copy is on the disk. */
export async function copyDurably(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
  await syncFile(to);
}

/** Waits until a file is on the disk. */
export async function syncFile(path: string): Promise<void> {
  await using file = await open(path);
  await file.sync();
}

/** Computes the digest of a file. `path` is relative to the folder. */
export async function describeFile(folder: string, path: string): Promise<BackupFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(folder, path)), hash);
  return { path, sha256: hash.digest('hex') };
}
