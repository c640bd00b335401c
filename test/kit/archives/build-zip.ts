import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A file of an archive: its content, and how the archive has it. */
export interface BuiltMember {
  content: string | Uint8Array;
  /** Defaults to true. */
  compress?: boolean;
  /** Its type and permissions in Unix. */
  mode?: number;
}

/** Builds a ZIP archive of files by their names. A text is compressed. */
export async function buildZip(
  files: Readonly<Record<string, string | Uint8Array | BuiltMember>>,
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, file] of Object.entries(files)) {
    const isPlain = typeof file === 'string' || file instanceof Uint8Array;
    const { content, ...options } = isPlain ? { content: file } : file;
    zip.addBuffer(Buffer.from(content), name, { mtime: new Date(0), ...options });
  }
  zip.end();
  return buffer(zip.outputStream);
}

/**
 * Builds a ZIP archive of many empty files, `0.txt` and so on, which is faster than the above.
 * Their names have at least `nameLength` characters.
 */
export function buildEmptyFiles(count: number, nameLength = 0): Buffer {
  const files: Buffer[] = [];
  const entries: Buffer[] = [];
  let start = 0;
  for (let index = 0; index < count; index += 1) {
    const name = Buffer.from(`${index}.txt`.padStart(nameLength, '0'));
    const header = Buffer.alloc(30);
    header.write('PK\x03\x04', 'latin1');
    header.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(start, fields.header.at);
    files.push(header, name);
    entries.push(entry, name);
    start += header.length + name.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(start, 16);
  return Buffer.concat([...files, ...entries, end]);
}

/** The signature of an entry in the directory of an archive. */
const entrySignature = Buffer.from('PK\x01\x02', 'latin1');

/** The places of numbers in an entry, and their lengths in bytes. */
const fields = {
  flags: { at: 8, length: 2 },
  method: { at: 10, length: 2 },
  crc32: { at: 16, length: 4 },
  compressedSize: { at: 20, length: 4 },
  size: { at: 24, length: 4 },
  header: { at: 42, length: 4 },
} as const;

/** Returns an archive with another number in the entry of a file. */
export function changeZipEntry(
  zip: Buffer,
  name: string,
  field: keyof typeof fields,
  value: number,
): Buffer {
  const changed = Buffer.from(zip);
  const { at, length } = fields[field];
  changed.writeUIntLE(value, findEntry(changed, name) + at, length);
  return changed;
}

/** Returns an archive with a name of the same length in the entry of a file. */
export function renameZipEntry(zip: Buffer, name: string, newName: string): Buffer {
  const changed = Buffer.from(zip);
  changed.write(newName, findEntry(changed, name) + 46, 'latin1');
  return changed;
}

function findEntry(zip: Buffer, name: string): number {
  for (let at = zip.indexOf(entrySignature); at >= 0; ) {
    const length = zip.readUInt16LE(at + 28);
    if (zip.toString('utf8', at + 46, at + 46 + length) === name) return at;
    at = zip.indexOf(entrySignature, at + 1);
  }
  throw new Error(`The archive has no file ${name}.`);
}
