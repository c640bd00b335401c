import { constants, crc32, gunzipSync, inflateRawSync } from 'node:zlib';
import type { ReadProblem } from './decoded-file.ts';
import type { NoteChange } from './file-changes.ts';

/**
 * Returns the most bytes that compressed bytes may become. Beyond the first MB, a byte may become
 * 200; points in XML become 30.
 */
export function getMaxDecompressed(compressedBytes: number): number {
  return 1024 * 1024 + compressedBytes * 200;
}

export function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

/**
 * Decompresses a file as far as it goes, so it may be cut off. Returns what is wrong with it
 * otherwise, also if it becomes more than `maxBytes`.
 */
export function decompress(
  bytes: Uint8Array,
  maxBytes: number,
  note: NoteChange,
): Uint8Array | ReadProblem {
  const maxOutputLength = Math.min(getMaxDecompressed(bytes.length), maxBytes);
  try {
    return gunzipSync(bytes, { maxOutputLength });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') return 'too_large';
    if (code === 'Z_BUF_ERROR') return decompressStart(bytes, maxOutputLength);
    const content = decompressFirst(bytes, maxOutputLength);
    if (content) note('rest_ignored');
    return content ?? 'damaged';
  }
}

function decompressStart(
  bytes: Uint8Array,
  maxOutputLength: number,
): Uint8Array | ReadProblem {
  const finishFlush = constants.Z_SYNC_FLUSH;
  const content = gunzipSync(bytes, { maxOutputLength, finishFlush });
  return content.length > 0 ? content : 'cut_off';
}

/** Flags of a header: what comes between its first ten bytes and the content (RFC 1952, 2.3). */
const flags = { headerChecksum: 2, extra: 4, name: 8, comment: 16 };

/** Decompresses the first member of a file that is followed by something else, if it is whole. */
function decompressFirst(
  bytes: Uint8Array,
  maxOutputLength: number,
): Uint8Array | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const content = inflateRawSync(file.subarray(findContent(file)), { maxOutputLength });
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(content), 0);
    trailer.writeUInt32LE(content.length, 4);
    return file.includes(trailer) ? content : undefined;
  } catch {
    return undefined;
  }
}

function findContent(file: Buffer): number {
  const present = file[3] ?? 0;
  let at = 10;
  if (present & flags.extra) at += 2 + file.readUInt16LE(at);
  if (present & flags.name) at = file.indexOf(0, at) + 1;
  if (present & flags.comment) at = file.indexOf(0, at) + 1;
  return present & flags.headerChecksum ? at + 2 : at;
}
