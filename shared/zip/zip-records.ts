/** How the content of a file is stored in an archive (APPNOTE 4.4.5). */
export type ZipMethod = 'stored' | 'deflated';

/** A file in an archive, with everything that its records contain. Sizes are in bytes. */
export interface ZipEntry {
  name: string;
  method: ZipMethod;
  /** The time that the archive shows for the file. */
  modified: string;
  /** The CRC-32 of the content before compression. */
  crc: number;
  /** The size of the content before compression. */
  size: number;
  compressedSize: number;
  /** The offset of the file's local header in the archive. */
  offset: number;
}

const signatures = {
  localHeader: 0x04034b50,
  dataDescriptor: 0x08074b50,
  centralHeader: 0x02014b50,
  zip64End: 0x06064b50,
  zip64Locator: 0x07064b50,
  end: 0x06054b50,
};

/** Bit 3: the sizes follow the content. Bit 11: the name is in UTF-8. */
const flags = { hasDescriptor: 1 << 3, isUtf8: 1 << 11 };
const methodCodes: Readonly<Record<ZipMethod, number>> = { stored: 0, deflated: 8 };

/** The versions of the format that a reader must support: with Deflate, and with ZIP64. */
const versions = { deflate: 20, zip64: 45 };
/** The high byte says that the archive was made on Unix, and that file attributes follow. */
const madeOnUnix = 3 << 8;
/** A regular file that its owner can write and everybody can read. */
const unixAttributes = 0o100644 * 0x10000;

/** The largest numbers of the original format. A larger value is in a ZIP64 field. */
const maxUint16 = 0xffff;
const maxUint32 = 0xffffffff;

/** The largest size of a file. Its sizes have 32 bits, so that every reader can open it. */
export const maxEntrySize = maxUint32 - 1;

/** A field of a record: its value, and its length of 2, 4 or 8 bytes. */
type Field = readonly [value: number, bytes: 2 | 4 | 8];

/** Returns a record in which all numbers are little-endian. */
function buildRecord(fields: readonly Field[]): Buffer {
  const length = fields.reduce((sum, [, bytes]) => sum + bytes, 0);
  const record = Buffer.alloc(length);
  let position = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) record.writeUInt16LE(value, position);
    if (bytes === 4) record.writeUInt32LE(value, position);
    if (bytes === 8) record.writeBigUInt64LE(BigInt(value), position);
    position += bytes;
  }
  return record;
}

/** Returns a time in UTC as MS-DOS stores it, in steps of two seconds. */
function toDosTime(modified: string): { time: number; date: number } {
  const at = new Date(modified);
  const year = Math.max(at.getUTCFullYear(), 1980) - 1980;
  return {
    time:
      (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

/**
 * Returns the flags of a file. The sizes of a stored file are known before its content, so that
 * readers of a stream find its end.
 */
function getFlags({ method }: Pick<ZipEntry, 'method'>): number {
  return method === 'stored' ? flags.isUtf8 : flags.isUtf8 | flags.hasDescriptor;
}

/** Returns the fields that the local and the central header of a file share. */
function getSharedFields(
  entry: ZipEntry,
  version: number,
  sums: Pick<ZipEntry, 'crc' | 'size' | 'compressedSize'>,
): Field[] {
  const { time, date } = toDosTime(entry.modified);
  return [
    [version, 2],
    [getFlags(entry), 2],
    [methodCodes[entry.method], 2],
    [time, 2],
    [date, 2],
    [sums.crc, 4],
    [sums.compressedSize, 4],
    [sums.size, 4],
    [Buffer.byteLength(entry.name), 2],
  ];
}

/**
 * Builds the header before the content of a file. The sums of a deflated file are not known yet.
 */
export function buildLocalHeader(entry: ZipEntry): Buffer {
  const unknown = { crc: 0, size: 0, compressedSize: 0 };
  const sums = entry.method === 'stored' ? entry : unknown;
  const header = buildRecord([
    [signatures.localHeader, 4],
    ...getSharedFields(entry, versions.deflate, sums),
    [0, 2],
  ]);
  return Buffer.concat([header, Buffer.from(entry.name)]);
}

/** Builds the record with the sums after the content of a deflated file. */
export function buildDataDescriptor({ crc, size, compressedSize }: ZipEntry): Buffer {
  return buildRecord([
    [signatures.dataDescriptor, 4],
    [crc, 4],
    [compressedSize, 4],
    [size, 4],
  ]);
}

/** Builds the header of a file in the central directory. */
export function buildCentralHeader(entry: ZipEntry): Buffer {
  const isFar = entry.offset >= maxUint32;
  const version = isFar ? versions.zip64 : versions.deflate;
  // The ZIP64 field (id 1) has only the values that do not fit.
  const far = buildRecord([
    [1, 2],
    [8, 2],
    [entry.offset, 8],
  ]);
  const extra = isFar ? far : Buffer.alloc(0);
  const header = buildRecord([
    [signatures.centralHeader, 4],
    [madeOnUnix | versions.zip64, 2],
    ...getSharedFields(entry, version, entry),
    [extra.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [unixAttributes, 4],
    [isFar ? maxUint32 : entry.offset, 4],
  ]);
  return Buffer.concat([header, Buffer.from(entry.name), extra]);
}

/** The position of the central directory, in bytes, and the number of its files. */
export interface CentralDirectory {
  offset: number;
  size: number;
  count: number;
}

/** Builds the records at the end of an archive. A large archive needs those of ZIP64. */
export function buildEndRecords(directory: CentralDirectory): Buffer {
  const { offset, size, count } = directory;
  const isLarge = offset >= maxUint32 || size >= maxUint32 || count >= maxUint16;
  const shownCount = Math.min(count, maxUint16);
  const end = buildRecord([
    [signatures.end, 4],
    [0, 2],
    [0, 2],
    [shownCount, 2],
    [shownCount, 2],
    [Math.min(size, maxUint32), 4],
    [Math.min(offset, maxUint32), 4],
    [0, 2],
  ]);
  return isLarge ? Buffer.concat([buildZip64Records(directory), end]) : end;
}

function buildZip64Records({ offset, size, count }: CentralDirectory): Buffer {
  return buildRecord([
    [signatures.zip64End, 4],
    [44, 8],
    [madeOnUnix | versions.zip64, 2],
    [versions.zip64, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [size, 8],
    [offset, 8],
    [signatures.zip64Locator, 4],
    [0, 4],
    [offset + size, 8],
    [1, 4],
  ]);
}
