import type { ObjectRange, Objects } from '#shared/objects/objects.ts';

/** A file that is read at any place. */
export interface FileSource {
  /** Bytes. */
  size: number;
  /** Returns the bytes from `offset` on, fewer than `length` only at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>;
}

/** The bytes that are read from a bucket at once. */
const blockBytes = 1024 * 1024;

/** Blocks in memory: those that the directory of an archive and a file in it are read from. */
const maxBlocks = 4;

/**
 * Opens an object of a bucket. Memory holds 4 MB of it, and reading it in order takes a request for
 * each MB. Returns undefined if the object does not exist, or has another ETag than `expected`.
 * Throws if it is replaced while it is read.
 */
export async function openObjectSource(
  objects: Objects<'read'>,
  key: string,
  expected?: string,
): Promise<FileSource | undefined> {
  const start = await objects.read(key, { offset: 0, length: blockBytes });
  if (!start || start.etag !== (expected ?? start.etag)) return undefined;

  const { size, etag } = start;
  /** The block that was used last is the last. */
  const blocks = new Map([[0, start.bytes]]);
  const read = async (range: ObjectRange): Promise<Buffer> => {
    const part = await objects.read(key, range);
    if (!part || part.etag !== etag)
      throw new Error('The file is gone, or is another one.');
    return part.bytes;
  };
  const readBlock = async (index: number): Promise<Buffer> => {
    const range = { offset: index * blockBytes, length: blockBytes };
    const block = blocks.get(index) ?? (await read(range));
    blocks.delete(index);
    blocks.set(index, block);
    const [oldest] = blocks.keys();
    if (blocks.size > maxBlocks && oldest !== undefined) blocks.delete(oldest);
    return block;
  };

  return {
    size,
    async read(offset, length) {
      const end = Math.min(offset + length, size);
      const pieces: Buffer[] = [];
      for (let at = offset; at < end; ) {
        const index = Math.floor(at / blockBytes);
        const from = at - index * blockBytes;
        const block = await readBlock(index);
        const piece = block.subarray(from, from + end - at);
        if (piece.length === 0) throw new Error('The file became shorter.');
        pieces.push(piece);
        at += piece.length;
      }
      const [only] = pieces;
      return only && pieces.length === 1 ? only : Buffer.concat(pieces);
    },
  };
}

/** Returns a part of a file as a file. */
export function sliceSource(source: FileSource, start: number, size: number): FileSource {
  return {
    size,
    read: (offset, length) =>
      source.read(start + offset, Math.max(0, Math.min(length, size - offset))),
  };
}
