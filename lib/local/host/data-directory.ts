import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { tryLockDirectory } from './directory-lock.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'it is a file',
  ENOENT: 'it cannot be created',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'it is inside a file',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ERR_SQLITE_ERROR: 'its lock file cannot be opened or is damaged',
};

/** Creates a directory and those above it. Node's own `recursive` never ends below `/proc`. */
function createDirectory(path: string): void {
  if (existsSync(path)) return;

  const parent = dirname(path);
  if (parent !== path) createDirectory(parent);
  mkdirSync(path);
}

function explainFailure(path: string, error: unknown): Error {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = reasons[code] ?? message;
  return new Error(`${path} cannot be used as the data folder: ${reason}.`, {
    cause: error,
  });
}

/**
 * Creates the directory if it is missing, and locks it until `disposables` is disposed of.
 * Throws if another runner holds the lock, or if the directory cannot be used.
 */
export function lockDirectory(path: string, disposables: AsyncDisposableStack): string {
  let directory: string;
  let isLocked: boolean;
  try {
    createDirectory(path);
    directory = realpathSync(path);
    isLocked = tryLockDirectory(directory, disposables);
  } catch (error) {
    throw explainFailure(path, error);
  }

  if (!isLocked)
    throw new Error(
      `Another runner is using ${directory}. Stop it, or use another directory.`,
    );
  return directory;
}
