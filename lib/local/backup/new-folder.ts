import { readdir, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createDirectory } from '../host/data-directory.ts';

async function requireEmptyFolder(folder: string): Promise<void> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    throw new Error(`${folder} cannot be used: ${message}.`, { cause: error });
  }

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
  await requireEmptyFolder(folder);
  const partial = `${resolve(folder)}.partial`;
  await rm(partial, { recursive: true, force: true });

  try {
    createDirectory(partial);
    await fill(partial);
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}
