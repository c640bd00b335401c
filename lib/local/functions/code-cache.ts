import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { threadId } from 'node:worker_threads';

const digestBytes = 32;

/** The compiled code of one function, which V8 loads faster than it compiles the source. */
export interface CodeCache {
  /** Returns the compiled code of this source, or undefined if it is not in the cache. */
  read(): Buffer | undefined;
  /** Saves the compiled code. Ignores failures, e.g. of a disk that is read-only or full. */
  write(compiled: Buffer): void;
}

/** Opens the file with the compiled code of a source. */
export function openCodeCache(file: string, source: string): CodeCache {
  const digest = createHash('sha256').update(source).digest();

  return {
    read: () => {
      const content = readCacheFile(file);
      const isCurrent = content?.subarray(0, digestBytes).equals(digest);
      return isCurrent ? content?.subarray(digestBytes) : undefined;
    },
    write: (compiled) => {
      try {
        replaceCacheFile(file, Buffer.concat([digest, compiled]));
      } catch {}
    },
  };
}

function readCacheFile(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Replaces the file in one step, because other threads and processes read it. */
function replaceCacheFile(file: string, content: Buffer): void {
  const temporaryFile = `${file}.${process.pid}-${threadId}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(temporaryFile, content);
  renameSync(temporaryFile, file);
}
