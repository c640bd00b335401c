import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  validateFileName,
  type ZipFile,
} from 'yauzl';
import { compact } from '#shared/runtime/compact.ts';
import type { ReadProblem } from '../formats/decoded-file.ts';
import { getMaxDecompressed } from '../formats/gzip.ts';
import { type FileSource, sliceSource } from './file-source.ts';
import { type BytesLeft, type Pieces, readPieces } from './pieces.ts';

/** A file of a ZIP archive, as the directory of the archive describes it. */
export interface ZipMember {
  name: string;
  /** Bytes after decompression. */
  size: number;
  /** Why it is not read. */
  problem?: ReadProblem;
  /** Reads its content, and checks its size and its CRC-32. */
  read(): Pieces;
  /** Returns its content as a file, if the archive has it as it is. Otherwise undefined. */
  findStored(): Promise<FileSource | undefined>;
}

/** The files of an archive. */
interface ZipDirectory {
  members: readonly ZipMember[];
  /** Why there may be more files, which cannot be read. */
  problem?: ReadProblem;
}

/** An entry of the directory with its name. */
interface NamedEntry {
  entry: Entry;
  name: string;
}

/** The most files of an archive, without the archives in it. */
const maxMembers = 20_000;

/** The most bytes of the names and comments of an archive, which are in memory. */
const maxDirectoryBytes = 16 * 1024 * 1024;

/** An archive begins with its first file, or has none. */
export function isZip(start: Buffer): boolean {
  return ['PK\x03\x04', 'PK\x05\x06'].includes(start.toString('latin1', 0, 4));
}

/**
 * Reads the directory of a ZIP archive. Its folders and what macOS adds are left out. Throws only
 * what the source throws.
 */
export async function openZip(
  source: FileSource,
  left: BytesLeft,
): Promise<ZipDirectory> {
  const reader = new SourceReader(source);
  const named: NamedEntry[] = [];
  let bytes = 0;
  let zip: ZipFile;
  let problem: ReadProblem | undefined;
  try {
    const options = { decodeStrings: false, autoClose: false };
    zip = await fromRandomAccessReaderPromise(reader, source.size, options);
  } catch (error) {
    return { members: [], problem: reader.toProblem(error) };
  }
  try {
    for await (const entry of zip.eachEntry()) {
      bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (bytes > maxDirectoryBytes) {
        problem = 'too_complex';
        break;
      }
      const name = getName(entry);
      if (isLeftOut(name)) continue;
      if (named.length >= maxMembers) {
        problem = 'too_many_files';
        break;
      }
      named.push({ entry, name });
    }
  } catch (error) {
    problem = reader.toProblem(error);
  }
  const overlapping = findOverlapping(named);
  const members = named.map(({ entry, name }) => {
    const found = findProblem(entry, name);
    const wrong = found ?? (overlapping.has(entry) ? 'damaged' : undefined);
    return toMember({ zip, entry, reader, left }, name, wrong);
  });
  return compact({ members, problem });
}

/** Bridges a file to yauzl, whose port is a class, and keeps the errors of the file apart. */
class SourceReader extends RandomAccessReader {
  readonly source: FileSource;
  #failure: unknown;

  constructor({ size, read }: FileSource) {
    super();
    const keepFailure = (error: unknown): never => {
      this.#failure = error;
      throw error;
    };
    this.source = {
      size,
      read: (offset, length) => read(offset, length).catch(keepFailure),
    };
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.source.read(position, length).then((bytes) => {
      bytes.copy(target, offset);
      callback(bytes.length < length ? new Error('The archive is cut off.') : null);
    }, callback);
  }

  /** Returns what an error means for an archive. Throws it if the file itself could not be read. */
  toProblem(error: unknown): ReadProblem {
    if (this.#failure !== undefined) throw this.#failure;
    const message = error instanceof Error ? error.message : '';
    if (/encryption/.test(message)) return 'encrypted';
    return /signature not found/.test(message) ? 'cut_off' : 'damaged';
  }
}

/** General purpose bits of an entry: names are in UTF-8, and the content is encrypted. */
const utf8Flag = 0x800;
const encryptedFlag = 0x1;

/**
 * Returns the name of an entry. Many programs write UTF-8 without saying so, and some of Windows
 * its own separators.
 */
function getName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = isUtf8(fileNameRaw)
    ? generalPurposeBitFlag | utf8Flag
    : generalPurposeBitFlag;
  const name = getFileNameLowLevel(flags, fileNameRaw, extraFields, true);
  return name.replaceAll('\\', '/');
}

/** Folders, and what macOS adds to archives, are no files of a person. */
function isLeftOut(name: string): boolean {
  return /\/$|^__MACOSX\/|(?:^|\/)\.DS_Store$/.test(name);
}

/** The mode of a file in Unix is the upper half of its attributes. */
function isLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}

const methods = { stored: 0, deflated: 8 } as const;

function findProblem(entry: Entry, name: string): ReadProblem | undefined {
  const { compressionMethod: method, compressedSize, uncompressedSize } = entry;
  if (name === '' || name.includes('\0') || validateFileName(name) !== null)
    return 'unsafe_name';
  if (isLink(entry)) return 'link';
  if (entry.generalPurposeBitFlag & encryptedFlag) return 'encrypted';
  const isSupported = method === methods.stored || method === methods.deflated;
  if (!isSupported) return 'unsupported_compression';
  return uncompressedSize > getMaxDecompressed(compressedSize)
    ? 'too_compressed'
    : undefined;
}

/** The length of the local header of an entry without its name. */
const headerBytes = 30;

/** Finds the entries whose bytes another entry has, too. So a small archive cannot become huge. */
function findOverlapping(named: readonly NamedEntry[]): ReadonlySet<Entry> {
  const entries = named.map(({ entry }) => entry);
  const byStart = entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  );
  const overlapping = new Set<Entry>();
  let end = 0;
  for (const entry of byStart) {
    const start = entry.relativeOffsetOfLocalHeader;
    if (start < end) overlapping.add(entry);
    const length = headerBytes + entry.fileNameLength + entry.compressedSize;
    end = Math.max(end, start + length);
  }
  return overlapping;
}

interface MemberContext {
  zip: ZipFile;
  entry: Entry;
  reader: SourceReader;
  left: BytesLeft;
}

function toMember(
  context: MemberContext,
  name: string,
  problem: ReadProblem | undefined,
): ZipMember {
  const { entry } = context;
  return compact({
    name,
    size: entry.uncompressedSize,
    problem,
    read: () => readMember(context, problem),
    findStored: async () => {
      const isStored = entry.compressionMethod === methods.stored && !problem;
      const content = isStored ? await findContent(context) : undefined;
      return typeof content === 'string' ? undefined : content;
    },
  });
}

/** Returns the bytes of an entry in the archive, or why they are not there. */
async function findContent({
  zip,
  entry,
  reader,
}: MemberContext): Promise<FileSource | ReadProblem> {
  try {
    const header = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    return sliceSource(reader.source, header.fileDataStart, entry.compressedSize);
  } catch (error) {
    return reader.toProblem(error);
  }
}

async function* readMember(
  context: MemberContext,
  problem: ReadProblem | undefined,
): Pieces {
  if (problem) return problem;
  const { entry, left } = context;
  const content = await findContent(context);
  if (typeof content === 'string') return content;

  const isStored = entry.compressionMethod === methods.stored;
  let length = 0;
  let checksum = 0;
  try {
    for await (const piece of isStored ? readPieces(content) : inflate(content, entry)) {
      length += piece.length;
      left.bytes -= piece.length;
      if (length > entry.uncompressedSize) return 'damaged';
      if (left.bytes < 0) return 'archive_too_large';
      checksum = crc32(piece, checksum);
      yield piece;
    }
  } catch (error) {
    return context.reader.toProblem(error);
  }
  const isWhole = length === entry.uncompressedSize && checksum === entry.crc32;
  return isWhole ? undefined : 'damaged';
}

/** The bytes that are decompressed at once. */
const chunkSize = 64 * 1024;

/** The largest content in bytes that is decompressed at once. */
const smallSize = 1024 * 1024;

function inflate(stored: FileSource, { uncompressedSize }: Entry): AsyncIterable<Buffer> {
  const isSmall = Math.max(stored.size, uncompressedSize) <= smallSize;
  if (isSmall) return inflateSmall(stored, uncompressedSize);
  const inflater = createInflateRaw({ chunkSize });
  // The reader gets the error.
  pipeline(Readable.from(readPieces(stored)), inflater, () => undefined);
  return inflater;
}

/** Decompresses without a stream, which takes longer to make than most files take to read. */
async function* inflateSmall(stored: FileSource, size: number): AsyncGenerator<Buffer> {
  const bytes = await stored.read(0, stored.size);
  // One byte more tells that the size is not the right one.
  yield inflateRawSync(bytes, { maxOutputLength: size + 1 });
}
