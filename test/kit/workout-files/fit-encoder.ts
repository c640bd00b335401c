import {
  type FitField,
  type FitMessageName,
  type FitValues,
  fitProfile,
  fitTypes,
} from './fit-profile.ts';

/** A message of a FIT file that a test builds. */
export interface BuiltMessage {
  name: FitMessageName;
  values: Readonly<Record<string, number | string>>;
  /** Bytes of developer fields, by the numbers of the fields. */
  developer?: Readonly<Record<number, Uint8Array>>;
}

export interface FitOptions {
  headerSize?: 12 | 14;
  checksum?: 'right' | 'wrong' | 'absent';
  isBigEndian?: boolean;
  /** Whether records have the last bits of their time in their headers. */
  hasCompressedTimes?: boolean;
  /** The type of all numbers, instead of that of the protocol. */
  numberType?: 'float32' | 'float64';
  /** The size of the data that the header states, instead of the right one. */
  statedSize?: number;
}

/** Builds a message. */
export function message<Name extends FitMessageName>(
  name: Name,
  values: FitValues<Name>,
  developer?: BuiltMessage['developer'],
): BuiltMessage {
  const known = Object.entries<number | string | undefined>(values);
  const given = known.filter((entry): entry is [string, number | string] => {
    return entry[1] !== undefined;
  });
  return { name, values: Object.fromEntries(given), ...(developer && { developer }) };
}

/** Encodes a FIT file by the public protocol. */
export function encodeFit(
  messages: readonly BuiltMessage[],
  options: FitOptions = {},
): Buffer {
  const { headerSize = 14, checksum = 'right', statedSize } = options;
  const data = encodeMessages(messages, options);
  const header = Buffer.alloc(headerSize);
  header.writeUInt8(headerSize, 0);
  header.writeUInt8(0x20, 1);
  header.writeUInt16LE(21_170, 2);
  header.writeUInt32LE(statedSize ?? data.length, 4);
  header.write('.FIT', 8);
  if (headerSize === 14)
    header.writeUInt16LE(computeChecksum(header.subarray(0, 12)), 12);

  const content = Buffer.concat([header, data]);
  if (checksum === 'absent') return content;
  const end = Buffer.alloc(2);
  const right = computeChecksum(content);
  end.writeUInt16LE(checksum === 'right' ? right : right ^ 0xffff);
  return Buffer.concat([content, end]);
}

/** The seconds from 1970 to the start of the protocol's clock. */
const clockStart = 631_065_600;

function encodeMessages(messages: readonly BuiltMessage[], options: FitOptions): Buffer {
  const { isBigEndian = false, hasCompressedTimes = false } = options;
  const defined = new Map<number, string>();
  let lastTime: number | undefined;
  const chunks = messages.flatMap((one) => {
    const { timestamp, ...untimed } = one.values;
    const time = timestamp === undefined ? undefined : toClockTime(timestamp);
    // Only a time less than 32 seconds after the last one fits.
    const isNear = time !== undefined && lastTime !== undefined && time - lastTime < 32;
    const isCompressed = hasCompressedTimes && one.name === 'record' && isNear;
    lastTime = time ?? lastTime;

    const localType = toLocalType(one.name);
    const values = isCompressed ? untimed : one.values;
    const fields = listFields({ ...one, values }, options);
    const definition = encodeDefinition({ ...one, fields, localType }, isBigEndian);
    const isKnown = defined.get(localType) === definition.toString('hex');
    defined.set(localType, definition.toString('hex'));

    const timed = 0x80 | (localType << 5) | ((time ?? 0) % 32);
    const header = Buffer.from([isCompressed ? timed : localType]);
    const bytes = fields.map((field) => field.bytes);
    const content = [header, ...bytes, ...Object.values(one.developer ?? {})];
    return isKnown ? content : [definition, ...content];
  });
  return Buffer.concat(chunks);
}

/** Records have the local type 1, because a header with a time has room for 4 types only. */
function toLocalType(name: FitMessageName): number {
  return name === 'record' ? 1 : 0;
}

interface EncodedField {
  number: number;
  code: number;
  bytes: Buffer;
}

function listFields(
  { name, values }: BuiltMessage,
  { isBigEndian = false, numberType }: FitOptions,
): EncodedField[] {
  const fields: Readonly<Record<string, FitField>> = fitProfile[name].fields;
  return Object.entries(values).map(([key, value]) => {
    const field = fields[key];
    if (!field) throw new Error(`${name} has no field ${key}.`);
    const type = field.unit === 'text' ? field.type : (numberType ?? field.type);
    const bytes = encodeValue({ ...field, type }, value, isBigEndian);
    return { number: field.number, code: fitTypes[type].code, bytes };
  });
}

function encodeDefinition(
  {
    name,
    fields,
    localType,
    developer = {},
  }: BuiltMessage & { fields: readonly EncodedField[]; localType: number },
  isBigEndian: boolean,
): Buffer {
  const kind = Buffer.alloc(2);
  if (isBigEndian) kind.writeUInt16BE(fitProfile[name].number);
  else kind.writeUInt16LE(fitProfile[name].number);
  const developerFields = Object.entries(developer);
  const hasDeveloper = developerFields.length > 0;
  return Buffer.from([
    0x40 | (hasDeveloper ? 0x20 : 0) | localType,
    0,
    isBigEndian ? 1 : 0,
    ...kind,
    fields.length,
    ...fields.flatMap(({ number, bytes, code }) => [number, bytes.length, code]),
    ...(hasDeveloper ? [developerFields.length] : []),
    ...developerFields.flatMap(([number, bytes]) => [Number(number), bytes.length, 0]),
  ]);
}

function encodeValue(
  { type, unit, scale = 1, offset = 0, size = fitTypes[type].size }: FitField,
  value: number | string,
  isBigEndian: boolean,
): Buffer {
  if (unit === 'text') return Buffer.from(`${value}\0`);
  const stored = (() => {
    if (unit === 'time' || unit === 'local_time') return toClockTime(value);
    if (unit === 'degrees') return Math.round((Number(value) / 180) * 2 ** 31);
    return Math.round((Number(value) + offset) * scale);
  })();
  const bytes = Buffer.alloc(size);
  if (type === 'float32') bytes.writeFloatLE(stored);
  else if (type === 'float64') bytes.writeDoubleLE(stored);
  else if (stored < 0) bytes.writeIntLE(stored, 0, size);
  else bytes.writeUIntLE(stored, 0, size);
  return isBigEndian ? bytes.reverse() : bytes;
}

/** Converts ISO 8601 to seconds of the protocol's clock. A number stays. */
function toClockTime(value: number | string): number {
  return typeof value === 'number' ? value : Date.parse(value) / 1000 - clockStart;
}

/** The table of the protocol's CRC-16, for 4 bits. */
const checksumTable = [
  0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401, 0xa001, 0x6c00, 0x7800,
  0xb401, 0x5000, 0x9c01, 0x8801, 0x4400,
] as const;

function computeChecksum(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    for (const bits of [byte & 0x0f, byte >> 4]) {
      const mixed = (checksumTable[crc & 0x0f] ?? 0) ^ (checksumTable[bits] ?? 0);
      crc = ((crc >> 4) & 0x0fff) ^ mixed;
    }
  }
  return crc;
}
