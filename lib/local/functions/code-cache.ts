import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { threadId } from 'node:worker_threads';

const digestBytes = 32;

/** The compiled code of one function, which V8 loads faster than it compiles the source. */
export interface CodeCache {
  /** Returns the compiled code of this source, or undefined if it is missing or damaged. */
  read(): Buffer | undefined;
  /** Saves the compiled code. Ignores failures, e.g. of a disk that is read-only or full. */
  write(compiled: Buffer): void;
}

/** Opens the file with the compiled code of a source. */
export function openCodeCache(file: string, source: string): CodeCache {
  return {
    read: () => {
      const content = readCacheFile(file);
      if (!content) return undefined;

      const compiled = content.subarray(digestBytes);
      const isValid = computeDigest(source, compiled).equals(
        content.subarray(0, digestBytes),
      );
      return isValid ? compiled : undefined;
    },
    write: (compiled) => {
      try {
        const digest = computeDigest(source, compiled);
        replaceCacheFile(file, Buffer.concat([digest, compiled]));
      } catch {}
    },
  };
}

/**
 * Computes the digest of a source and its compiled code. V8 does not verify compiled code, and the
 * process crashes on damaged code, e.g. after a power failure.
 */
function computeDigest(source: string, compiled: Uint8Array): Buffer {
  const hash = createHash('sha256').update(source).update('\0').update(compiled);
  return hash.digest();
}

function readCacheFile(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Replaces the file atomically, because other threads and processes read it. */
function replaceCacheFile(file: string, content: Buffer): void {
  const temporaryFile = `${file}.${process.pid}-${threadId}`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(temporaryFile, content);
    renameSync(temporaryFile, file);
  } catch (error) {
    rmSync(temporaryFile, { force: true });
    throw error;
  }
}
