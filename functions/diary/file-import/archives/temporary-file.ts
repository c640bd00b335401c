import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadProblem } from '../formats/decoded-file.ts';
import type { FileSource } from './file-source.ts';
import type { Pieces } from './pieces.ts';

/** A file on the disk of the function. Disposing of it deletes it. */
type TemporaryFile = FileSource & AsyncDisposable;

/** The largest temporary file, for which consumers of archives need `temporaryStorage`. */
export const maxTemporaryBytes = 1024 * 1024 * 1024;

/**
 * Writes pieces to a temporary file. Returns why they cannot be read, if they cannot. The file has
 * no name any longer, so nothing of it is left, however the process ends.
 */
export async function writeTemporaryFile(
  pieces: Pieces,
): Promise<TemporaryFile | ReadProblem> {
  const path = join(tmpdir(), `import-${randomUUID()}`);
  await using opened = new AsyncDisposableStack();
  const file = opened.use(await open(path, 'wx+', 0o600));
  await rm(path);

  let size = 0;
  for (;;) {
    const { done, value } = await pieces.next();
    if (done && value) return value;
    if (done) break;
    await file.appendFile(value);
    size += value.length;
  }
  const kept = opened.move();
  return {
    size,
    async read(offset, length) {
      const target = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)));
      const { bytesRead } = await file.read(target, 0, target.length, offset);
      return target.subarray(0, bytesRead);
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
