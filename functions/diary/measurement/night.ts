import { type MeasuredValue, toSeconds } from './measurement.ts';

const nightPrefix = 'night-';

/**
 * Returns the id of the longest sleep that an app knows of a day, if the app gives it none: it
 * replaces itself when its start is corrected.
 */
export function toNightId(day: string): string {
  return nightPrefix + day;
}

/** Returns whether an id is of a night, and not of a record. */
export function isNightId(id: string): boolean {
  return id.startsWith(nightPrefix);
}

interface Sleep {
  time?: string | undefined;
  sleep?: { end: string } | undefined;
  external_id?: string | undefined;
}

/**
 * Returns whether two sleeps have the id of the same night, and are apart nevertheless, because the
 * app has sent the night and a nap each alone.
 */
export function isOtherSleep(one: Sleep, other: Sleep): boolean {
  const isSameId = one.external_id === other.external_id;
  const isNight = isNightId(one.external_id ?? '');
  return isSameId && isNight && !overlaps(one, other);
}

/** Returns a sleep as a nap of its day, which has no id. */
export function toNap<Of extends Sleep>({ external_id: _, sleep, ...nap }: Of) {
  return { ...nap, ...(sleep && { sleep: { ...sleep, is_nap: true } }) };
}

/** Returns whether stages of a sleep are known, which tell more than its duration alone. */
export function hasStages({ sleep }: Pick<MeasuredValue, 'sleep'>): boolean {
  return [sleep?.light, sleep?.deep, sleep?.rem].some((seconds) => seconds !== undefined);
}

/** Returns sleeps that do not overlap: of a time, one with stages stays, then the longest. */
export function keepApart<Of extends MeasuredValue>(sleeps: readonly Of[]): Of[] {
  const best = sleeps.toSorted(
    (one, other) =>
      Number(hasStages(other)) - Number(hasStages(one)) || other.value - one.value,
  );
  const kept: Of[] = [];
  for (const sleep of best)
    if (!kept.some((each) => overlaps(each, sleep))) kept.push(sleep);
  return kept;
}

export function overlaps(one: Sleep, other: Sleep): boolean {
  const [start, end] = [toSeconds(one.time ?? ''), toSeconds(one.sleep?.end ?? '')];
  const otherStart = toSeconds(other.time ?? '');
  return start < toSeconds(other.sleep?.end ?? '') && otherStart < end;
}

/** How to group what has a start and an end, in any unit of time. */
interface Grouping<Of> {
  getStart: (each: Of) => number;
  getEnd: (each: Of) => number;
  maxPause: number;
}

/** Groups what is at most a pause apart, in the order of the starts. */
export function groupByPauses<Of>(
  all: readonly Of[],
  { getStart, getEnd, maxPause }: Grouping<Of>,
): Of[][] {
  const groups: Of[][] = [];
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (const each of all.toSorted((one, other) => getStart(one) - getStart(other))) {
    if (getStart(each) - lastEnd > maxPause) groups.push([]);
    groups.at(-1)?.push(each);
    lastEnd = Math.max(lastEnd, getEnd(each));
  }
  return groups;
}
