import { constants, crc32, deflateRawSync } from 'node:zlib';
import {
  buildDataDescriptor,
  buildLocalHeader,
  maxEntrySize,
  type ZipEntry,
} from './zip-records.ts';

/**
 * The state of an archive that is written piece by piece. It is plain data, so that another process
 * can continue from a saved state.
 */
export interface ZipState {
  /** The number of bytes that were written. */
  offset: number;
  /** The file that is being written. */
  open?: ZipEntry;
}

/** The bytes of a step, to append to the archive, and the state after it. */
export interface ZipStep {
  bytes: Buffer[];
  state: ZipState;
}

/** A step that completed a file. */
export interface ClosingZipStep extends ZipStep {
  entry: ZipEntry;
}

/** The error for a file that is too large for the format of the archive. */
export class ZipEntryTooLarge extends Error {
  override name = 'ZipEntryTooLarge';
}

/** The name of a new file, and the time that the archive shows for it. */
export type NewZipEntry = Pick<ZipEntry, 'name' | 'modified'>;

/** The last block of a Deflate stream, without content (RFC 1951 section 3.2.3). */
const lastBlock = Buffer.from([0x03, 0x00]);

function countBytes(buffers: readonly Buffer[]): number {
  return buffers.reduce((sum, { length }) => sum + length, 0);
}

/** Adds a whole file, which is not compressed, e.g. an image. */
export function addStoredFile(
  { offset }: ZipState,
  { name, modified }: NewZipEntry,
  content: Buffer,
): ClosingZipStep {
  const entry: ZipEntry = {
    name,
    modified,
    method: 'stored',
    crc: crc32(content),
    size: content.length,
    compressedSize: content.length,
    offset,
  };
  const bytes = [buildLocalHeader(entry), content];
  return { bytes, state: { offset: offset + countBytes(bytes) }, entry };
}

/** Starts a file whose content follows in pieces. */
export function openFile({ offset }: ZipState, { name, modified }: NewZipEntry): ZipStep {
  const open: ZipEntry = {
    name,
    modified,
    method: 'deflated',
    crc: 0,
    size: 0,
    compressedSize: 0,
    offset,
  };
  const header = buildLocalHeader(open);
  return { bytes: [header], state: { offset: offset + header.length, open } };
}

/**
 * Appends to the open file. Each piece is compressed by itself and ends at a byte boundary, so the
 * state of an archive does not include the state of a compressor. Throws `ZipEntryTooLarge` beyond
 * 4 GiB.
 */
export function appendToFile(state: ZipState, content: Buffer): ZipStep {
  const open = requireOpen(state);
  const compressed = deflateRawSync(content, { finishFlush: constants.Z_FULL_FLUSH });
  return addToOpen(
    state,
    {
      ...open,
      crc: crc32(content, open.crc),
      size: open.size + content.length,
    },
    compressed,
  );
}

/** Ends the open file. */
export function closeFile(state: ZipState): ClosingZipStep {
  const lastStep = addToOpen(state, requireOpen(state), lastBlock);
  const entry = requireOpen(lastStep.state);
  const descriptor = buildDataDescriptor(entry);
  return {
    bytes: [...lastStep.bytes, descriptor],
    state: { offset: lastStep.state.offset + descriptor.length },
    entry,
  };
}

function addToOpen({ offset }: ZipState, open: ZipEntry, compressed: Buffer): ZipStep {
  const compressedSize = open.compressedSize + compressed.length;
  const isTooLarge = open.size > maxEntrySize || compressedSize > maxEntrySize;
  if (isTooLarge) throw new ZipEntryTooLarge(`${open.name} has more than 4 GiB.`);
  return {
    bytes: [compressed],
    state: { offset: offset + compressed.length, open: { ...open, compressedSize } },
  };
}

function requireOpen({ open }: ZipState): ZipEntry {
  if (!open) throw new Error('No file of the archive is open.');
  return open;
}
