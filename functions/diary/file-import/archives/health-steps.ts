import { getRules } from '#functions/diary/measurement/measurement-types.ts';
import { parseNumber } from '../formats/xml-reader.ts';
import {
  msPerDay,
  type RecordCollector,
  type Room,
  takePlace,
  toDate,
} from './health-records.ts';

/** Steps between two times at the place, in milliseconds. */
interface CountedSteps {
  startMs: number;
  endMs: number;
  count: number;
}

/** The days whose records are in memory. Exports have records in the order of their times. */
const maxOpenDays = 4;

/** The most records of a day in memory, which no real day has. */
const maxOpenRecords = 10_000;

/** Collects the steps of each day: records that overlap are counted once. */
export function collectSteps(room: Room): RecordCollector {
  const open = new Map<number, CountedSteps[]>();
  const counted = new Map<number, number>();
  const settle = (day: number, records: readonly CountedSteps[]) => {
    counted.set(day, (counted.get(day) ?? 0) + sumOnce(records));
    open.delete(day);
  };
  const addTo = (day: number, steps: CountedSteps): boolean => {
    const records = open.get(day);
    if (!records && !counted.has(day) && !takePlace(room)) return false;
    if (records) records.push(steps);
    else open.set(day, [steps]);
    if (records && records.length >= maxOpenRecords) settle(day, records);
    const [oldest] = open;
    if (oldest && open.size > maxOpenDays) settle(...oldest);
    return true;
  };

  return {
    add({ startMs, endMs, offset, value }) {
      const count = parseNumber(value) ?? -1;
      const { max } = getRules('steps').bounds;
      if (!(count >= 0 && count <= max)) return 'implausible';
      const end = endMs + offset * 1000;
      const length = endMs - startMs;
      // Steps over midnight are of both days.
      let from = startMs + offset * 1000;
      do {
        const day = Math.floor(from / msPerDay);
        const to = Math.min(end, (day + 1) * msPerDay);
        const share = length > 0 ? (to - from) / length : 1;
        const isKept = addTo(day, { startMs: from, endMs: to, count: count * share });
        if (!isKept) return 'left_out';
        from = to;
      } while (from < end);
      return 'kept';
    },
    *list(note) {
      for (const [day, records] of open) settle(day, records);
      for (const [day, sum] of counted) {
        const value = Math.round(sum);
        if (value > getRules('steps').bounds.max) note('values_implausible');
        else yield { type: 'steps', date: toDate(day), value };
      }
    },
  };
}

/** Sums up records, each as far as those before it do not cover its time. */
function sumOnce(records: readonly CountedSteps[]): number {
  const sorted = records.toSorted(
    (one, other) => one.startMs - other.startMs || other.endMs - one.endMs,
  );
  let sum = 0;
  let coveredMs = Number.NEGATIVE_INFINITY;
  for (const { startMs, endMs, count } of sorted) {
    const length = endMs - startMs;
    const newMs = endMs - Math.max(startMs, coveredMs);
    if (length > 0) sum += (count * Math.max(0, newMs)) / length;
    else if (startMs > coveredMs) sum += count;
    coveredMs = Math.max(coveredMs, endMs);
  }
  return sum;
}
