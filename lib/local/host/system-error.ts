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
