import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  copyFile,
  glob,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
} from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { createDirectory } from '../host/data-directory.ts';
import { findReason, ignoreMissing, replaceFile } from '../host/files.ts';

export interface BackupFile {
  /** Relative to the folder of the backup. */
  path: string;
  /** SHA-256 in hex. */
  sha256: string;
}

/** Lists the paths of all files below a folder, relative to the folder and sorted. */
export async function listBackupFiles(folder: string): Promise<string[]> {
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

/** The file in a data directory with the time of the last backup by a schedule. */
export const lastBackupFile = 'last-backup';

/** The file with the time and the reason if the last backup by a schedule has failed. */
export const failedBackupFile = `${lastBackupFile}-failure`;

/** The version of the layout, which changes if older versions cannot restore a backup. */
const layout = 1;
const fileName = 'backup.json';

/** A path within a folder. Who can change a backup must not write other files by a restore. */
const PathWithin = z
  .string()
  .check(z.refine((path) => !isAbsolute(path) && !path.split(/[/\\]/).includes('..')));

const Manifest = z.object({
  layout: z.literal(layout),
  created_datetime: z.string(),
  files: z.array(z.object({ path: PathWithin, sha256: z.string() })),
});

/** The list of the files in a backup. Written last, so it lists all other files. */
type Manifest = z.infer<typeof Manifest>;

/** Writes the manifest of a backup. */
export async function writeManifest(
  folder: string,
  manifest: Omit<Manifest, 'layout'>,
): Promise<void> {
  const text = JSON.stringify({ layout, ...manifest }, undefined, 2);
  await replaceFile(join(folder, fileName), `${text}\n`, { mode: 0o600 });
}

/** Reads the manifest of a backup. Throws if this version cannot read the folder as a backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    const text = await readFile(join(folder, fileName), 'utf8');
    return Manifest.parse(JSON.parse(text));
  } catch (cause) {
    if (findReason(cause) === 'permission denied') throw cause;
    throw new Error(`${folder} has no backup that this version can restore.`, { cause });
  }
}

async function requireEmptyFolder(folder: string): Promise<void> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  if (names.length > 0)
    throw new Error(
      `${folder} is not empty. Choose a new folder, or move its files away.`,
    );
}

/**
 * Creates a folder that only its owner can read. `fill` writes the content into a folder with
 * another name, which is renamed when it is complete. Throws if the folder has files already.
 */
export async function createFolder(
  folder: string,
  fill: (partial: string) => Promise<void>,
): Promise<void> {
  const path = resolve(folder);
  await requireEmptyFolder(path);
  const partial = `${path}.partial`;
  await rm(partial, { recursive: true, force: true });

  try {
    createDirectory(partial);
    await fill(partial);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}
