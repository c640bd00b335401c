import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLite's result code if another process holds the lock. */
const busy = 5;

/** Keeps the locks from the garbage collector, which would release them. */
const held = new Set<DatabaseSync>();

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === busy;
}

/**
 * Locks a directory with a file in it until `disposables` is disposed of. Returns false if the
 * directory is locked already. The lock is a SQLite lock, because Node has no file locks. The
 * operating system releases it when the process ends, even after a crash. It also works between
 * containers.
 */
export function tryLockDirectory(
  directory: string,
  disposables: AsyncDisposableStack,
): boolean {
  const database = new DatabaseSync(join(directory, 'lock'));
  try {
    // A journal in memory needs no second file.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return false;
    throw error;
  }
  held.add(database);
  disposables.defer(() => {
    held.delete(database);
    database.close();
  });
  return true;
}
