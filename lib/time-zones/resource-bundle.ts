/** A value of a resource bundle: integers below 2^27, and lists of them below 2^31. */
export type Resource =
  | number
  | string
  | Int32Array
  | Uint8Array
  | readonly Resource[]
  | { readonly [key: string]: Resource };

/** The types of resources, and what a number with the type refers to (ICU's `uresdata.h`). */
const types = { string: 0, binary: 1, table: 2, integer: 7, array: 8, integers: 14 };

const headerBytes = 32;
const indexWords = 8;

/**
 * Writes a resource bundle as the library ICU reads it, for processors with the lowest byte first.
 * All strings are of the older kind, which needs no tables and is a few kilobytes longer.
 */
export function writeResourceBundle(root: { readonly [key: string]: Resource }): Buffer {
  const keys = layOutKeys(root);
  // Places are counted in words of four bytes from the root.
  const words: Buffer[] = [keys.bytes];
  let length = 1 + indexWords + keys.bytes.length / 4;
  const strings = new Map<string, number>();

  function append(type: number, bytes: Buffer): number {
    const place = length;
    const padded = pad(bytes);
    words.push(padded);
    length += padded.length / 4;
    return toReference(type, place);
  }

  function appendString(text: string): number {
    const known = strings.get(text);
    if (known !== undefined) return known;
    const content = Buffer.from(`${text}\0`, 'utf16le');
    const reference = append(
      types.string,
      Buffer.concat([toWords([text.length]), content]),
    );
    strings.set(text, reference);
    return reference;
  }

  function appendTable(table: { readonly [key: string]: Resource }): number {
    const names = Object.keys(table).sort();
    const items = names.map((name) => appendResource(table[name] ?? 0));
    const offsets = names.map((name) => keys.offsets.get(name) ?? 0);
    const head = Buffer.from(Uint16Array.from([names.length, ...offsets]).buffer);
    return append(types.table, Buffer.concat([pad(head), toWords(items)]));
  }

  function appendResource(value: Resource): number {
    if (typeof value === 'number') return toReference(types.integer, value & 0xfffffff);
    if (typeof value === 'string') return appendString(value);
    if (value instanceof Int32Array) {
      return append(types.integers, toWords([value.length, ...value]));
    }
    if (value instanceof Uint8Array) {
      return append(types.binary, Buffer.concat([toWords([value.length]), value]));
    }
    if (isList(value)) {
      const items = value.map(appendResource);
      return append(types.array, toWords([items.length, ...items]));
    }
    return appendTable(value);
  }

  const rootReference = appendResource(root);
  const keysTop = 1 + indexWords + keys.bytes.length / 4;
  const doNotInherit = 1;
  const indexes = [
    indexWords,
    keysTop,
    length,
    length,
    keys.maxTable,
    doNotInherit,
    keysTop,
    0,
  ];
  const body = [toWords([rootReference, ...indexes]), ...words];
  return Buffer.concat([writeHeader(), ...body]);
}

function isList(value: object): value is readonly Resource[] {
  return Array.isArray(value);
}

/** The header of all data files of ICU: this one has the format `ResB` in version 2. */
function writeHeader(): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.set([headerBytes, 0, 0xda, 0x27, 20, 0, 0, 0, 0, 0, 2, 0]);
  header.write('ResB', 12, 'latin1');
  header[16] = 2;
  return header;
}

/** Returns the keys of all tables one after the other, with where each one begins in bytes. */
function layOutKeys(root: Resource) {
  const offsets = new Map<string, number>();
  const parts: string[] = [];
  let offset = 4 * (1 + indexWords);
  let maxTable = 0;

  function visit(value: Resource): void {
    if (typeof value !== 'object' || ArrayBuffer.isView(value)) return;
    const names = isList(value) ? [] : Object.keys(value);
    maxTable = Math.max(maxTable, names.length);
    for (const name of names.filter((name) => !offsets.has(name))) {
      offsets.set(name, offset);
      parts.push(`${name}\0`);
      offset += name.length + 1;
    }
    Object.values(value).forEach(visit);
  }
  visit(root);
  return { bytes: pad(Buffer.from(parts.join(''), 'latin1')), offsets, maxTable };
}

function toReference(type: number, place: number): number {
  return ((type << 28) | place) >>> 0;
}

function toWords(values: readonly number[]): Buffer {
  return Buffer.from(Uint32Array.from(values, (value) => value >>> 0).buffer);
}

/** Fills up to whole words. */
function pad(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}
