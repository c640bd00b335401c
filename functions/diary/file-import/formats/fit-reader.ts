/**
 * A message of a FIT file. It is only valid during the call that gets it, because all messages of a
 * part are one object.
 */
export interface FitMessage {
  /** The number of the kind of message, e.g. 18 for a session. */
  readonly kind: number;
  /** Seconds of the device's clock, at this message or the last one that states them. */
  readonly time: number | undefined;
  /** Returns the first number of a field, or undefined if the field is absent or invalid. */
  getNumber(field: number): number | undefined;
  /** Returns the bytes of a field, or undefined if it is absent or all of them are invalid. */
  getBytes(field: number): Uint8Array | undefined;
  /** Returns the text of a field, or undefined if the field is absent or empty. */
  getText(field: number): string | undefined;
}

/** One of the FIT files that are chained in a file. */
export interface FitPart {
  dataStart: number;
  dataEnd: number;
  /** Whether the header promises more bytes than there are. */
  isCutOff: boolean;
}

/** Why the reading of a part ended. Whatever it is, the messages before it are good. */
export type FitEnd = 'complete' | 'cut_off' | 'damaged' | 'too_complex';

/** The messages and the end of a part. */
export interface FitReading {
  /** The kinds of messages that `visit` gets. */
  kinds: ReadonlySet<number>;
  /** Returns true to stop. */
  visit(message: FitMessage): boolean;
  /** Called with the numbers of the fields of each definition. */
  define?(kind: number, fields: Iterable<number>): void;
  /** The messages and fields of definitions that may still be read, over all parts. */
  steps: { left: number };
}

/** The field with the time, in messages of every kind. */
const timeField = 253;

/** The size in bytes of the shortest header. The usual one has 14. */
const minHeaderSize = 12;

interface Field {
  /** Bytes from the start of the message. */
  offset: number;
  size: number;
  /** The low bits of the code of its type. */
  type: number;
}

interface Definition {
  kind: number;
  isLittleEndian: boolean;
  /** The size in bytes of a message without its header. */
  size: number;
  fields: ReadonlyMap<number, Field>;
  /** Where the next message begins. */
  end: number;
}

/** The size in bytes of a number, and the value that means "unknown". */
interface NumberType {
  size: number;
  invalid: number;
}

/** Types of numbers, by the low bits of their code. No field here has 64 bits. */
const numberTypes: readonly (NumberType | undefined)[] = [
  { size: 1, invalid: 0xff },
  { size: 1, invalid: 0x7f },
  { size: 1, invalid: 0xff },
  { size: 2, invalid: 0x7fff },
  { size: 2, invalid: 0xffff },
  { size: 4, invalid: 0x7fffffff },
  { size: 4, invalid: 0xffffffff },
  undefined,
  { size: 4, invalid: Number.NaN },
  { size: 8, invalid: Number.NaN },
  { size: 1, invalid: 0 },
  { size: 2, invalid: 0 },
  { size: 4, invalid: 0 },
  { size: 1, invalid: 0xff },
];

/**
 * Reads a number of a type. A `switch`, because functions by type take twice the time for the
 * thousands of records of a file.
 */
function readNumber(view: DataView, type: number, at: number, isLittleEndian: boolean) {
  switch (type) {
    case 1:
      return view.getInt8(at);
    case 3:
      return view.getInt16(at, isLittleEndian);
    case 4:
    case 11:
      return view.getUint16(at, isLittleEndian);
    case 5:
      return view.getInt32(at, isLittleEndian);
    case 6:
    case 12:
      return view.getUint32(at, isLittleEndian);
    case 8:
      return view.getFloat32(at, isLittleEndian);
    case 9:
      return view.getFloat64(at, isLittleEndian);
    default:
      return view.getUint8(at);
  }
}

/** The low bits of the code of a text. */
const textType = 7;

const utf8 = new TextDecoder();

/** Returns whether there is the header of a FIT file at a place. */
export function isFitAt(bytes: Uint8Array, at: number): boolean {
  const mark = String.fromCharCode(...bytes.subarray(at + 8, at + 12));
  return mark === '.FIT' && (bytes[at] ?? 0) >= minHeaderSize;
}

/** Iterates over the parts of a file. Their checksums are not looked at. */
export function* listFitParts(bytes: Uint8Array): Generator<FitPart> {
  const view = toView(bytes);
  let at: number | undefined = 0;
  while (at !== undefined) {
    const dataStart = at + view.getUint8(at);
    const stated = view.getUint32(at + 4, true);
    // A device that lost its power has not written the size.
    const statedEnd = stated === 0 ? Number.POSITIVE_INFINITY : dataStart + stated;
    const dataEnd = Math.min(statedEnd, bytes.length);
    yield { dataStart, dataEnd, isCutOff: statedEnd > bytes.length };
    // The next part begins after a checksum of 2 bytes, which may be missing.
    at = [dataEnd + 2, dataEnd].find((next) => isFitAt(bytes, next));
  }
}

/** Reads the messages of a part in their order. */
export function readFitMessages(
  bytes: Uint8Array,
  { dataStart, dataEnd, isCutOff }: FitPart,
  { kinds, visit, define, steps }: FitReading,
): FitEnd {
  const view = toView(bytes);
  const definitions: (Definition | undefined)[] = [];
  const message = createMessage(view);
  const tooEarly = isCutOff ? 'cut_off' : 'damaged';
  let at = dataStart;
  while (at < dataEnd) {
    steps.left -= 1;
    if (steps.left < 0) return 'too_complex';
    const header = view.getUint8(at);
    const { localType, timeOffset, isDefinition, hasDeveloperFields } =
      readHeader(header);
    at += 1;
    if (isDefinition) {
      const definition = readDefinition(view, { at, end: dataEnd, hasDeveloperFields });
      if (!definition) return tooEarly;
      steps.left -= definition.fields.size;
      definitions[localType] = definition;
      define?.(definition.kind, definition.fields.keys());
      at = definition.end;
      continue;
    }
    const definition = definitions[localType];
    if (!definition) return 'damaged';
    if (at + definition.size > dataEnd) return tooEarly;
    message.moveTo(definition, at, timeOffset);
    at += definition.size;
    if (kinds.has(definition.kind) && visit(message)) return 'complete';
  }
  return isCutOff ? 'cut_off' : 'complete';
}

/** Reads the header of a message. With a `timeOffset`, it stands in for the field with the time. */
function readHeader(header: number) {
  const isCompressed = (header & 0x80) !== 0;
  return isCompressed
    ? { localType: (header >> 5) & 3, timeOffset: header & 0x1f }
    : {
        localType: header & 0x0f,
        isDefinition: (header & 0x40) !== 0,
        hasDeveloperFields: (header & 0x20) !== 0,
      };
}

/** Reads a definition, or returns undefined if it ends after the part does. */
function readDefinition(
  view: DataView,
  {
    at,
    end,
    hasDeveloperFields,
  }: { at: number; end: number; hasDeveloperFields: boolean | undefined },
): Definition | undefined {
  const fieldsStart = at + 5;
  if (fieldsStart > end) return undefined;
  const isLittleEndian = view.getUint8(at + 1) === 0;
  const kind = view.getUint16(at + 2, isLittleEndian);
  const fieldsEnd = fieldsStart + view.getUint8(at + 4) * 3;
  if (fieldsEnd + (hasDeveloperFields ? 1 : 0) > end) return undefined;

  const fields = new Map<number, Field>();
  let size = 0;
  for (let field = fieldsStart; field < fieldsEnd; field += 3) {
    const type = view.getUint8(field + 2) & 0x1f;
    const place = { offset: size, size: view.getUint8(field + 1), type };
    fields.set(view.getUint8(field), place);
    size += place.size;
  }
  if (!hasDeveloperFields) return { kind, isLittleEndian, size, fields, end: fieldsEnd };

  const developerStart = fieldsEnd + 1;
  const developerEnd = developerStart + view.getUint8(fieldsEnd) * 3;
  if (developerEnd > end) return undefined;
  for (let field = developerStart; field < developerEnd; field += 3) {
    size += view.getUint8(field + 1);
  }
  return { kind, isLittleEndian, size, fields, end: developerEnd };
}

/** Creates the message that moves over all messages of a part. */
function createMessage(view: DataView) {
  let definition: Definition | undefined;
  let start = 0;
  let time: number | undefined;

  const getNumber = (name: number): number | undefined => {
    const field = definition?.fields.get(name);
    const type = field && numberTypes[field.type];
    if (!definition || !type || field.size < type.size) return undefined;
    const at = start + field.offset;
    const value = readNumber(view, field.type, at, definition.isLittleEndian);
    return value === type.invalid || Number.isNaN(value) ? undefined : value;
  };
  const toBytes = ({ offset, size }: Field) =>
    new Uint8Array(view.buffer, view.byteOffset + start + offset, size);
  return {
    get kind() {
      return definition?.kind ?? -1;
    },
    get time() {
      return time;
    },
    getNumber,
    getBytes(name: number): Uint8Array | undefined {
      const field = definition?.fields.get(name);
      const bytes = field && toBytes(field);
      return bytes?.some((byte) => byte !== 0xff) ? bytes : undefined;
    },
    getText(name: number): string | undefined {
      const field = definition?.fields.get(name);
      if (field?.type !== textType) return undefined;
      const [text = ''] = utf8.decode(toBytes(field)).split('\0');
      return text.trim() || undefined;
    },
    moveTo(next: Definition, at: number, timeOffset: number | undefined) {
      definition = next;
      start = at;
      time =
        (timeOffset === undefined ? getNumber(timeField) : advance(time, timeOffset)) ??
        time;
    },
  };
}

/** Returns the next time whose last 5 bits are `offset`. */
function advance(time: number | undefined, offset: number): number | undefined {
  if (time === undefined) return undefined;
  return time + ((offset - (time % 32) + 32) % 32);
}

function toView({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
