import type { Range } from '#functions/diary/entry/bounds.ts';
import { toLocalTime } from '#functions/diary/entry/dates.ts';
import { monthLimits } from '#functions/diary/measurement/measurement-month.ts';
import {
  diastolicBounds,
  getRules,
  listUnits,
  type MeasurementType,
  toKeptValue,
} from '#functions/diary/measurement/measurement-types.ts';
import { findUtcOffset } from '#functions/diary/workout-import/utc-offset.ts';
import { compact } from '#shared/runtime/compact.ts';
import { parseNumber } from '../formats/xml-reader.ts';
import {
  type HealthRecord,
  type RecordCollector,
  type Room,
  takePlace,
  toDate,
  toDayNumber,
} from './health-records.ts';

/** Our names of the units of Apple, or what they are times one of ours. */
const appleUnits: Readonly<
  Record<string, { units: readonly string[]; factor?: number }>
> = {
  kg: { units: ['kg'] },
  g: { units: ['kg'], factor: 0.001 },
  lb: { units: ['lb'] },
  st: { units: ['lb'], factor: 14 },
  cm: { units: ['cm'] },
  m: { units: ['cm'], factor: 100 },
  in: { units: ['in'] },
  ft: { units: ['in'], factor: 12 },
  'count/min': { units: ['bpm', 'breaths_per_minute'] },
  'count/s': { units: ['bpm', 'breaths_per_minute'], factor: 60 },
  mmHg: { units: ['mmHg'] },
  kPa: { units: ['mmHg'], factor: 7.50062 },
  ms: { units: ['ms'] },
  s: { units: ['ms'], factor: 1000 },
  'mL/min·kg': { units: ['ml_per_kg_min'] },
  'mL/kg·min': { units: ['ml_per_kg_min'] },
  degC: { units: ['celsius'] },
  degF: { units: ['fahrenheit'] },
  'mmol/L': { units: ['mmol_per_l'] },
  'mg/dL': { units: ['mg_per_dl'] },
  /** Apple writes fractions with this sign, some apps percentages. */
  '%': { units: ['percent'] },
};

/** Returns the value of a record in our unit, or undefined if it is unknown or not plausible. */
function convert(
  type: MeasurementType,
  { unit, value: text }: HealthRecord,
  { min, max }: Range = getRules(type).bounds,
): number | undefined {
  // A unit can have a molar mass in it, e.g. `mmol<180.1558800000541>/L`.
  const name = unit.replace(/<[\d.]+>/, '');
  const value = parseNumber(text);
  if (value === undefined || !Object.hasOwn(appleUnits, name)) return undefined;
  const { units = [], factor = 1 } = appleUnits[name] ?? {};
  const ours = units.find((one) => listUnits(type).includes(one));
  if (ours === undefined) return undefined;
  const converted = round(toKeptValue(type, value * factor, ours) ?? Number.NaN);
  return converted >= min && converted <= max ? converted : undefined;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Collects records of which each day has one value: their mean, or the latest. */
export function collectDays(
  type: MeasurementType,
  { isMean = false, room }: { isMean?: boolean; room: Room },
): RecordCollector {
  const days = new Map<number, { ms: number; sum: number; count: number }>();
  return {
    add(record) {
      const value = convert(type, record);
      if (value === undefined) return 'implausible';
      const { startMs: ms } = record;
      const number = toDayNumber(record);
      const day = days.get(number);
      if (!day) {
        if (!takePlace(room)) return 'left_out';
        days.set(number, { ms, sum: value, count: 1 });
      } else if (isMean) {
        day.sum += value;
        day.count += 1;
      } else if (ms >= day.ms) Object.assign(day, { ms, sum: value });
      return 'kept';
    },
    *list() {
      for (const [day, { sum, count }] of days)
        yield { type, date: toDate(day), value: round(sum / count) };
    },
  };
}

/** A value with its time. */
interface TimedValue extends Pick<HealthRecord, 'startMs' | 'offset' | 'zone'> {
  value?: number;
  /** The second value of a blood pressure. */
  diastolic?: number;
}

/** Collects records that have times. A day has at most as many as are kept. */
export function collectTimes(type: MeasurementType, room: Room): RecordCollector {
  const values = new Map<number, TimedValue>();
  const dayCounts = new Map<number, number>();
  return {
    add(record) {
      const isDiastolic = record.type.endsWith('Diastolic');
      const bounds = isDiastolic ? diastolicBounds : undefined;
      const value = convert(type, record, bounds);
      if (value === undefined) return 'implausible';
      const { startMs, offset, zone } = record;
      const second = Math.floor(startMs / 1000);
      const found = values.get(second) ?? { startMs, offset, zone };
      if (!values.has(second)) {
        const day = toDayNumber(record);
        const count = dayCounts.get(day) ?? 0;
        if (count >= monthLimits.dayValues || !takePlace(room)) return 'left_out';
        dayCounts.set(day, count + 1);
        values.set(second, found);
      }
      found[isDiastolic ? 'diastolic' : 'value'] = value;
      return 'kept';
    },
    *list(note) {
      for (const { value = 0, diastolic, ...at } of values.values()) {
        const isWhole =
          type !== 'blood_pressure' || (diastolic !== undefined && diastolic < value);
        if (!isWhole) {
          note('values_implausible');
          continue;
        }
        const time = toPlaceTime(at.startMs, at);
        yield { type, date: time.slice(0, 10), time, value, ...compact({ diastolic }) };
      }
    },
  };
}

/** Returns a time with the offset of the place, or else of where the phone wrote the export. */
export function toPlaceTime(
  ms: number,
  { offset, zone }: Pick<HealthRecord, 'offset' | 'zone'>,
): string {
  const there = zone === undefined ? undefined : findUtcOffset(zone, new Date(ms));
  return toLocalTime(ms, there ?? offset);
}
