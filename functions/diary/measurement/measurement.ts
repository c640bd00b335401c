import { addDays } from '#functions/diary/entry/dates.ts';
import type { OriginalOrigin } from '#functions/diary/entry/origin.ts';
import { findOffset, toUtc } from '#functions/diary/entry/times.ts';
import type { Principal } from '#shared/auth/principal.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { getRules, type MeasurementType, measurementTypes } from './measurement-types.ts';

/** A sleep beside the time asleep, which is its value. Times are durations in seconds. */
export interface SleepDetails {
  /** When the person got up, with the offset of the place if it is known. */
  end: string;
  in_bed?: number;
  awake?: number;
  light?: number;
  deep?: number;
  rem?: number;
  is_nap?: boolean;
}

/** A value, in the unit of its type. */
export interface MeasuredValue {
  /** The local day; of a sleep the one of waking. */
  date: string;
  /**
   * When it was measured or began, with the offset of the place if it is known. A value of a day
   * has one if it is the last of several.
   */
  time?: string;
  value: number;
  /** The second value of a blood pressure. */
  diastolic?: number;
  sleep?: SleepDetails;
  /** The id that the origin has given it. */
  external_id?: string;
  /** What the origin calls the device or app that measured it. Only the person sees it. */
  source_name?: string;
  /** The latest imports of files that brought it. */
  imports?: readonly string[];
  /** The number of the message with it, if the origin numbers them in order. */
  sequence?: number;
  /** Else when an inbox got the message with it, in epoch milliseconds. */
  read_at?: number;
}

/** A value with its type, as a caller sends it. */
export type SentMeasurement = MeasuredValue & { type: MeasurementType };

/** The account at a provider from which values come. */
export interface ConnectionSource {
  kind: 'connection';
  remote_connection_type: string;
  remote_connection_id: string;
  /** The account, which stays the same when the person connects it again. */
  remote_id: string;
  data_source_id?: string;
  /** The words that must be shown with the values. */
  attribution?: string;
}

/** Any other origin of values. */
type OtherSource = (
  | { kind: 'inbox'; inbox_id: string; data_source_id?: string }
  | { kind: 'application'; client_id: string }
  | { kind: 'person' }
) & { remote_connection_type?: undefined };

/** A device or app that files name, e.g. an Apple Watch in archives of Apple Health. */
export interface FileSourceOfValues {
  kind: 'file';
  source_name: string;
  data_source_id?: string;
  /** Of an export: where the values were before, and what tells this origin apart. */
  original?: OriginalOrigin;
  original_key?: string;
  /** The provider that the export names: its policy applies. */
  remote_connection_type?: string;
  attribution?: string;
}

/**
 * Where values come from: an account at a provider, an inbox, files, an application, the person.
 */
export type MeasurementOrigin = ConnectionSource | FileSourceOfValues | OtherSource;

/**
 * The place of a value: its month, its origin, and its day or time. A person has at most one value
 * of a type at a place.
 */
export interface MeasurementPlace {
  type: MeasurementType;
  /** As in `2026-11`. */
  month: string;
  /** The key of the origin in the item of the month. */
  origin: string;
  /** The day of the month, or the time in epoch seconds, with the id of a second record of it. */
  slot: string;
}

/** A value of a person with its place. */
export interface PlacedMeasurement extends MeasurementPlace {
  measured: MeasuredValue;
  source: MeasurementOrigin;
}

/** Returns the rule that selects the values of a connection. */
export function isOfConnection(remote_connection_id: string) {
  return ({ source }: PlacedMeasurement): boolean =>
    source.kind === 'connection' && source.remote_connection_id === remote_connection_id;
}

/** Returns the rule that selects the values of an inbox. */
export function isOfInbox(inbox_id: string) {
  return ({ source }: PlacedMeasurement): boolean =>
    source.kind === 'inbox' && source.inbox_id === inbox_id;
}

/** Returns the origin of what a caller sends. */
export function toOrigin({ client_id }: Pick<Principal, 'client_id'>): MeasurementOrigin {
  return { kind: 'application', client_id };
}

/** The length of the key of an origin: 60 bits, for a few origins of one person. */
const originKeyLength = 10;

/** Returns the key of an origin in the item of a month. */
export function toOriginKey(origin: MeasurementOrigin): string {
  switch (origin.kind) {
    case 'person':
      return 'person';
    case 'application':
      return toKey('a', origin.client_id);
    case 'connection':
      return toKey('c', `${origin.remote_connection_type} ${origin.remote_id}`);
    case 'inbox':
      return toKey('i', origin.inbox_id);
    case 'file': {
      const { source_name, original_key, remote_connection_type = '' } = origin;
      if (original_key === undefined) return toKey('f', source_name);
      return toKey('e', `${remote_connection_type} ${original_key}`);
    }
  }
}

function toKey(prefix: string, id: string): string {
  const digest = toDigest(id).replaceAll(/[^A-Za-z0-9]/g, '');
  return prefix + digest.slice(0, originKeyLength);
}

/** Returns the place of a value of an origin. */
export function toPlace(
  { type, date, time }: SentMeasurement,
  origin: string,
): MeasurementPlace {
  return { type, month: date.slice(0, 7), origin, slot: toSlot(type, date, time) };
}

/** Returns the day of a value in its month, or its time in epoch seconds. */
export function toSlot(type: MeasurementType, date: string, time?: string): string {
  const isOfDay = time === undefined || !isTimed(type);
  return isOfDay ? date.slice(-2) : String(toSeconds(time));
}

/** Returns the slot of a record whose second another record of the origin has taken. */
export function toSlotWithId(slot: string, external_id: string): string {
  return slot + toKey('x', external_id);
}

/** Returns a time in epoch seconds. */
export function toSeconds(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}

const separator = '-';
const pattern =
  /^([a-z_0-9]+)-(\d{4})(\d\d)-([A-Za-z0-9]{1,20})-(n?\d{1,12}(?:x[A-Za-z0-9]{1,10})?)$/;

/** Returns the id of the value at a place. It leads to the item of the month. */
export function formatMeasurementId(place: MeasurementPlace): string {
  const { type, month, origin, slot } = place;
  // A time before 1970 is negative.
  const shownSlot = slot.replace('-', 'n');
  return [type, month.replace('-', ''), origin, shownSlot].join(separator);
}

/** Returns the place that an id names, or undefined if the text is no id of a measurement. */
export function parseMeasurementId(id: string): MeasurementPlace | undefined {
  const [, type = '', year, month, origin = '', slot = ''] = pattern.exec(id) ?? [];
  if (!isMeasurementType(type)) return undefined;
  return { type, month: `${year}-${month}`, origin, slot: slot.replace(/^n/, '-') };
}

/** Returns whether a text is a type of measurements. */
export function isMeasurementType(text: string): text is MeasurementType {
  return Object.hasOwn(measurementTypes, text);
}

/** Returns the local day of a time with an offset, or of a time in UTC if it has none. */
export function toLocalDay(time: string): string {
  const isLocal = findOffset(time) !== undefined;
  return (isLocal ? time : (toUtc(time) ?? time)).slice(0, 10);
}

/** Returns whether a day is that of a time somewhere on Earth. */
export function isNearDay(date: string, time: string): boolean {
  if (time.startsWith(date)) return true;
  const utc = toUtc(time)?.slice(0, 10) ?? '';
  return date >= addDays(utc, -1) && date <= addDays(utc, 1);
}

/** Returns whether each value of a type has a time. */
export function isTimed(type: MeasurementType): boolean {
  return getRules(type).isTimed;
}
