import type { ReadProblem } from '../formats/decoded-file.ts';
import type { FileSource } from './file-source.ts';

/**
 * Bytes that arrive one after the other, and at their end why there are no more, if that is bad.
 */
export type Pieces = AsyncGenerator<Buffer, ReadProblem | undefined, undefined>;

/** The bytes left to read of an archive and of the archives in it, so that none is endless. */
export interface BytesLeft {
  /** Bytes after decompression. */
  bytes: number;
}

/** Bytes that are read at once, from a block in memory. */
const pieceBytes = 64 * 1024;

/** Reads a file from its start to its end. */
export async function* readPieces(source: FileSource): Pieces {
  for (let at = 0; at < source.size; at += pieceBytes) {
    const piece = await source.read(at, pieceBytes);
    if (piece.length === 0) return 'cut_off';
    yield piece;
  }
  return undefined;
}

/** Collects pieces of `size` bytes together. Returns what is wrong with them, if anything is. */
export async function collectPieces(
  pieces: Pieces,
  size: number,
): Promise<Buffer | ReadProblem> {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) return value ?? bytes.subarray(0, length);
    length += value.copy(bytes, length);
  }
}

/** Returns the first piece, and reads no further. */
export async function readStart(pieces: Pieces): Promise<Buffer> {
  const { done, value } = await pieces.next();
  await pieces.return(undefined);
  return done ? Buffer.alloc(0) : value;
}
