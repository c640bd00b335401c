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
/** The high byte says that the attributes of files are those of Unix (APPNOTE 4.4.2). */
const madeOnUnix = 3 << 8;
/** The mode, in the upper 16 bits: a file that its owner can write and everybody can read. */
const unixAttributes = 0o100644 * 0x10000;

/** The largest numbers of the original format. A larger value is in a ZIP64 field. */
const maxUint16 = 0xffff;
const maxUint32 = 0xffffffff;

/** The largest size of a file. Its sizes have 32 bits, so that every reader can open it. */
export const maxEntrySize = maxUint32 - 1;

/** A number in a record, and its length in bytes. */
interface Field {
  value: number;
  bytes: 2 | 4 | 8;
}

/** The fields of a record in their order. */
type Fields = Readonly<Record<string, Field>>;

const uint16 = (value: number): Field => ({ value, bytes: 2 });
const uint32 = (value: number): Field => ({ value, bytes: 4 });
const uint64 = (value: number): Field => ({ value, bytes: 8 });

/** Returns a record in which all numbers are little-endian. */
function buildRecord(fields: Fields): Buffer {
  const all = Object.values(fields);
  const record = Buffer.alloc(all.reduce((sum, { bytes }) => sum + bytes, 0));
  let position = 0;
  for (const { value, bytes } of all) {
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
  content: Pick<ZipEntry, 'crc' | 'size' | 'compressedSize'>,
): Fields {
  const { time, date } = toDosTime(entry.modified);
  return {
    version: uint16(version),
    flags: uint16(getFlags(entry)),
    method: uint16(methodCodes[entry.method]),
    time: uint16(time),
    date: uint16(date),
    crc: uint32(content.crc),
    compressedSize: uint32(content.compressedSize),
    size: uint32(content.size),
    nameLength: uint16(Buffer.byteLength(entry.name)),
  };
}

/**
 * Builds the header before the content of a file. The CRC and sizes of a deflated file are 0,
 * because they are not known yet.
 */
export function buildLocalHeader(entry: ZipEntry): Buffer {
  const unknown = { crc: 0, size: 0, compressedSize: 0 };
  const content = entry.method === 'stored' ? entry : unknown;
  const header = buildRecord({
    signature: uint32(signatures.localHeader),
    ...getSharedFields(entry, versions.deflate, content),
    extraLength: uint16(0),
  });
  return Buffer.concat([header, Buffer.from(entry.name)]);
}

/** Builds the record with the CRC and sizes after the content of a deflated file. */
export function buildDataDescriptor({ crc, size, compressedSize }: ZipEntry): Buffer {
  return buildRecord({
    signature: uint32(signatures.dataDescriptor),
    crc: uint32(crc),
    compressedSize: uint32(compressedSize),
    size: uint32(size),
  });
}

/** Builds the header of a file in the central directory. */
export function buildCentralHeader(entry: ZipEntry): Buffer {
  const needsZip64 = entry.offset >= maxUint32;
  const version = needsZip64 ? versions.zip64 : versions.deflate;
  const extra = needsZip64 ? buildZip64Offset(entry.offset) : Buffer.alloc(0);
  const header = buildRecord({
    signature: uint32(signatures.centralHeader),
    madeBy: uint16(madeOnUnix | versions.zip64),
    ...getSharedFields(entry, version, entry),
    extraLength: uint16(extra.length),
    commentLength: uint16(0),
    firstDisk: uint16(0),
    internalAttributes: uint16(0),
    externalAttributes: uint32(unixAttributes),
    offset: uint32(needsZip64 ? maxUint32 : entry.offset),
  });
  return Buffer.concat([header, Buffer.from(entry.name), extra]);
}

/** Builds the ZIP64 field (APPNOTE 4.5.3) with the offset, which does not fit into the header. */
function buildZip64Offset(offset: number): Buffer {
  return buildRecord({ id: uint16(1), length: uint16(8), offset: uint64(offset) });
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
  const end = buildRecord({
    signature: uint32(signatures.end),
    disk: uint16(0),
    directoryDisk: uint16(0),
    countOnDisk: uint16(shownCount),
    count: uint16(shownCount),
    size: uint32(Math.min(size, maxUint32)),
    offset: uint32(Math.min(offset, maxUint32)),
    commentLength: uint16(0),
  });
  if (!isLarge) return end;
  return Buffer.concat([buildZip64End(directory), buildZip64Locator(directory), end]);
}

/** Builds the end record of ZIP64. Its `length` excludes the bytes of its first two fields. */
function buildZip64End({ offset, size, count }: CentralDirectory): Buffer {
  return buildRecord({
    signature: uint32(signatures.zip64End),
    length: uint64(44),
    madeBy: uint16(madeOnUnix | versions.zip64),
    version: uint16(versions.zip64),
    disk: uint32(0),
    directoryDisk: uint32(0),
    countOnDisk: uint64(count),
    count: uint64(count),
    size: uint64(size),
    offset: uint64(offset),
  });
}

/** Builds the record that says where the end record of ZIP64 is. */
function buildZip64Locator({ offset, size }: CentralDirectory): Buffer {
  return buildRecord({
    signature: uint32(signatures.zip64Locator),
    endDisk: uint32(0),
    endOffset: uint64(offset + size),
    diskCount: uint32(1),
  });
}
