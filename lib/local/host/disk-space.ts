import { statfs } from 'node:fs/promises';
import { runRepeatedly } from './timers.ts';

const checkIntervalMs = 60_000;
const mebibyte = 1024 * 1024;
/** A disk with less free space is almost full. Uploads and database logs need much less. */
const minFreeBytes = 100 * mebibyte;

/** Creates a check that warns each time that the disk of a directory has become almost full. */
export function createDiskCheck(
  directory: string,
  warn: (line: string) => void,
  getFreeBytes: (directory: string) => Promise<number> = readFreeBytes,
): () => Promise<void> {
  let wasLow = false;

  return async () => {
    const free = await getFreeBytes(directory);
    const isLow = free < minFreeBytes;
    if (isLow && !wasLow)
      warn(
        `The disk of ${directory} has only ${Math.floor(free / mebibyte)} MiB left. ` +
          'Writes fail with 503 when it is full. Free some space.',
      );
    wasLow = isLow;
  };
}

async function readFreeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Warns when the disk of a directory becomes almost full, until `disposables` is disposed of. */
export function watchDiskSpace(
  directory: string,
  warn: (line: string) => void,
  disposables: AsyncDisposableStack,
): void {
  // A file system that does not report its space is not watched.
  const onFailure = () => {};
  const run = createDiskCheck(directory, warn);
  runRepeatedly({ run, intervalMs: checkIntervalMs, onFailure }, disposables);
}
