import { dateBounds } from '#functions/diary/entry/dates.ts';
import type { SentMeasurement } from '#functions/diary/measurement/measurement.ts';
import type { StatedDevice } from '#functions/main/device/device.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { NoteChange } from '../formats/file-changes.ts';
import { beginsWithDate, findStatedOffset } from '../formats/place-time.ts';
import type { XmlAttributes } from '../formats/xml-reader.ts';

/** A record of an export of Apple Health. */
export interface HealthRecord {
  type: string;
  /** Epoch milliseconds. */
  startMs: number;
  endMs: number;
  /** Seconds east of UTC where the phone has written the export. */
  offset: number;
  /** The time zone of the place, if the record states it. */
  zone: string | undefined;
  value: string;
  unit: string;
}

/** What became of a record: it has no plausible value, or there is no place for it. */
export type RecordOutcome = 'kept' | 'implausible' | 'left_out';

/** Collects the records of one type of values from one source. */
export interface RecordCollector {
  add(record: HealthRecord): RecordOutcome;
  /** Lists the values, and notes what else was left out. */
  list(note: NoteChange): Iterable<SentMeasurement>;
}

/** The number of values that still get a place in memory. */
export interface Room {
  left: number;
}

/** Takes a place, if there is one. */
export function takePlace(room: Room): boolean {
  room.left -= 1;
  return room.left >= 0;
}

export const msPerDay = 86_400_000;

/** The longest record in milliseconds. */
const maxLength = 2 * msPerDay;

/**
 * When records can be: the days of the diary, without those that the zone of a place could pass.
 */
const [firstMs, lastMs] = [
  Date.parse(dateBounds.first) + 2 * msPerDay,
  Date.parse(dateBounds.last) - 2 * msPerDay,
];

/** Phones with a clock of 12 hours write so, too, in some regions with a space of its own kind. */
const healthTime =
  /^\d{4}-\d\d-\d\d \d{1,2}:\d\d:\d\d(?:\s?[AP]M)? [+-](?:0\d|1[0-4])[0-5]\d$/i;

/** Reads a time of an export in epoch milliseconds. It is NaN if it is none. */
export function parseHealthTime(text: string): number {
  if (!healthTime.test(text) || !beginsWithDate(text)) return Number.NaN;
  return Date.parse(text.replace(/\s?([AP]M)/i, ' $1'));
}

/** Reads the description of a device, e.g. `<<HKDevice: 0x1>, name:Apple Watch, model:Watch>`. */
export function readHealthDevice(description = ''): StatedDevice | undefined {
  const read = (name: string) =>
    new RegExp(`[ ,]${name}:([^,>]+)`).exec(description)?.[1]?.trim();
  const model = read('name') ?? read('model');
  const manufacturer = read('manufacturer');
  return model === undefined ? undefined : compact({ manufacturer, model });
}

/** Reads an element. Returns undefined if its times are not plausible. */
export function toRecord(
  { type = '', startDate = '', endDate = '', value = '', unit = '' }: XmlAttributes,
  zone: string | undefined,
): HealthRecord | undefined {
  const startMs = parseHealthTime(startDate);
  const endMs = endDate === startDate ? startMs : parseHealthTime(endDate);
  const isPlausible = endMs >= startMs && endMs - startMs <= maxLength;
  if (!isPlausible || startMs < firstMs || endMs > lastMs) return undefined;
  const offset = findStatedOffset(startDate) ?? 0;
  return { type, startMs, endMs, offset, zone, value, unit };
}

/** Returns the number of the local day of a record, since 1970. */
export function toDayNumber({
  startMs,
  offset,
}: Pick<HealthRecord, 'startMs' | 'offset'>): number {
  return Math.floor((startMs + offset * 1000) / msPerDay);
}

/** Returns the date of the number of a day. */
export function toDate(day: number): string {
  return new Date(day * msPerDay).toISOString().slice(0, 10);
}
