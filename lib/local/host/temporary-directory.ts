import { rmSync } from 'node:fs';
import { glob, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { tryLockDirectory } from './data-directory.ts';

const prefix = 'fitness-data-';

/**
 * Directories to create until one can be locked. Before a directory is locked, another runner can
 * delete it as abandoned.
 */
const maxAttempts = 10;

/** The directories to remove if this process exits before their disposal. */
const inUse = new Set<string>();

process.on('exit', () => {
  for (const directory of inUse) rmSync(directory, { recursive: true, force: true });
});

/** Like `tryLockDirectory`, but also returns false if the directory cannot be used. */
function tryLock(directory: string, disposables: AsyncDisposableStack): boolean {
  try {
    return tryLockDirectory(directory, disposables);
  } catch {
    return false;
  }
}

/** Removes the directories of runners that were killed: nobody holds their locks. */
async function removeAbandoned(): Promise<void> {
  for await (const lock of glob(`${prefix}*/lock`, { cwd: tmpdir() })) {
    const directory = join(tmpdir(), dirname(lock));
    await using disposables = new AsyncDisposableStack();
    if (tryLock(directory, disposables))
      await rm(directory, { recursive: true, force: true }).catch(() => undefined);
  }
}

/**
 * Creates and locks a directory. It is removed when `disposables` is disposed of, or by the next
 * runner if this one is killed.
 */
export async function createTemporaryDirectory(
  disposables: AsyncDisposableStack,
): Promise<string> {
  await removeAbandoned();

  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const directory = await mkdtemp(join(tmpdir(), prefix));
    inUse.add(directory);
    disposables.defer(async () => {
      // The lock is released before, so another runner may put a lock file into the directory while
      // this one removes it.
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
      inUse.delete(directory);
    });
    if (tryLock(directory, disposables)) return directory;
  }
  throw new Error(`No directory in ${tmpdir()} can be locked.`);
}
