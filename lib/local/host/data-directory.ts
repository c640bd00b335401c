import {
  chmodSync,
  existsSync,
  mkdirSync,
  opendirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findReason } from './files.ts';

/** The file of the DynamoDB engine in a data directory. */
export const databaseFile = 'dynamodb.sqlite';

/** Returns whether a data directory has the file of the DynamoDB engine. */
export function hasDatabase(directory: string): boolean {
  return existsSync(join(directory, databaseFile));
}

/** Returns the path of the encryption key in a data directory. */
export function getKeyFile(directory: string): string {
  return join(directory, 'encryption.key');
}

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

/** Why a data directory cannot be used, by the code of the error. */
const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file, or inside one',
  ENOENT: 'it cannot be created',
  ERR_SQLITE_ERROR: 'its lock file cannot be opened or is damaged',
};

/**
 * Creates a data directory if it is missing. Throws an error with the reason if the directory
 * cannot be created.
 */
export function createDataDirectory(path: string): void {
  try {
    createDirectory(path);
    // Throws if the path is a file.
    opendirSync(path).closeSync();
  } catch (error) {
    throw explainFailure(path, error);
  }
}

/**
 * Creates a directory that only its owner can use, and missing parent directories. The `recursive`
 * option of `mkdirSync` would never return below `/proc`.
 */
export function createDirectory(path: string): void {
  if (existsSync(path)) return;

  const parent = dirname(path);
  if (parent !== path) createDirectory(parent);
  mkdirSync(path, { mode: 0o700 });
}

/**
 * Returns the path of the file with the id of the process that holds the lock. The id is not in the
 * lock file, because SQLite reads that file as a database.
 */
function getOwnerFile(directory: string): string {
  return join(directory, 'lock.pid');
}

/**
 * Returns an error that names the process which holds the lock, if that process has already written
 * its id.
 */
function createLockedError(directory: string): Error {
  let owner = 'Another runner';
  try {
    owner += ` (process ${readFileSync(getOwnerFile(directory), 'utf8').trim()})`;
  } catch {
    // The lock decides. The process id only helps to find the other runner.
  }
  return new Error(`${owner} is using ${directory}. Stop it, or use another directory.`);
}

/** Returns an error that says why a directory cannot be used. */
export function explainFailure(path: string, error: unknown): Error {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = reasons[code] ?? findReason(error) ?? message;
  return new Error(`${path} cannot be used as the data folder: ${reason}.`, {
    cause: error,
  });
}

/** Changes permissions, except those of another owner, who has decided otherwise. */
function chmodOwn(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/**
 * Leaves a data directory and the files in it to its owner alone. Older versions of the service
 * left them readable for every account of the machine. Folders in it are behind its permissions.
 */
function restrictAccess(directory: string): void {
  const entries = readdirSync(directory, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  chmodOwn(directory, 0o700);
  for (const { name } of files) chmodOwn(join(directory, name), 0o600);
}

/**
 * Creates the directory if it is missing, and locks it until `disposables` is disposed of. Returns
 * its path without symbolic links. Throws if another runner holds the lock, or if the directory
 * cannot be used.
 */
export function lockDirectory(path: string, disposables: AsyncDisposableStack): string {
  let directory: string;
  let isLocked: boolean;
  try {
    createDirectory(path);
    directory = realpathSync(path);
    isLocked = tryLockDirectory(directory, disposables);
    if (isLocked) {
      writeFileSync(getOwnerFile(directory), `${process.pid}\n`);
      restrictAccess(directory);
    }
  } catch (error) {
    throw explainFailure(path, error);
  }

  if (!isLocked) throw createLockedError(directory);
  return directory;
}
