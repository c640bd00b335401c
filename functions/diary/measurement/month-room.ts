import type { MeasuredValue } from './measurement.ts';
import { monthLimits } from './measurement-month.ts';

/** What a month has: the bytes of all values, and those of the origin by day. */
export interface MonthRoom {
  bytes: number;
  dayCounts: Map<string, number>;
}

/** Measures a month, of which `own` are the values of the origin with their names. */
export function measureRoom(
  values: Readonly<Record<string, MeasuredValue>>,
  own: readonly (readonly [string, MeasuredValue])[],
): MonthRoom {
  const dayCounts = new Map<string, number>();
  for (const [, { date }] of own) dayCounts.set(date, (dayCounts.get(date) ?? 0) + 1);
  const bytes = Object.values(values).reduce((sum, value) => sum + countBytes(value), 0);
  return { bytes, dayCounts };
}

/** Takes the room of a value in place of the one before. Returns false if there is none. */
export function takeRoom(
  room: MonthRoom,
  added: MeasuredValue,
  previous?: MeasuredValue,
): boolean {
  const size = countBytes(added) - (previous ? countBytes(previous) : 0);
  const isNewOfDay = previous?.date !== added.date;
  const dayCount = room.dayCounts.get(added.date) ?? 0;
  if (isNewOfDay && dayCount >= monthLimits.dayValues) return false;
  if (room.bytes + size > monthLimits.bytes) return false;
  room.bytes += size;
  if (isNewOfDay) room.dayCounts.set(added.date, dayCount + 1);
  return true;
}

/** Returns about how many bytes DynamoDB counts for a value and its name. */
function countBytes(measured: MeasuredValue): number {
  const { time = '', sleep, external_id = '', source_name = '' } = measured;
  const { imports = [], read_at } = measured;
  const texts = Buffer.byteLength(external_id) + Buffer.byteLength(source_name);
  const received = read_at === undefined ? 0 : 16;
  return 80 + time.length + (sleep ? 110 : 0) + texts + 30 * imports.length + received;
}
