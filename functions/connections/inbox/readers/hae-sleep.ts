import { toSeconds } from '#functions/diary/measurement/measurement.ts';
import type { Sent } from '#functions/diary/measurement/measurement-input.ts';
import {
  groupByPauses,
  overlaps,
  toNap,
  toNightId,
} from '#functions/diary/measurement/night.ts';
import { keepSent } from '#functions/diary/measurement/value-rules.ts';
import { compact } from '#shared/runtime/compact.ts';
import { readTime, type TimedMoment } from './moment.ts';
import { type Members, readNumber, readText } from './push.ts';

const stages = ['awake', 'light', 'deep', 'rem'] as const;
type Stage = (typeof stages)[number];

/** The names of what Apple calls the value of a sample of sleep, in lower case. */
const stageNames = new Map<string, Stage>([
  ['core', 'light'],
  ['deep', 'deep'],
  ['rem', 'rem'],
  ['awake', 'awake'],
]);

/** The most sleeps that are compared, each of which overlaps another one. */
const maxSleeps = 1000;

/** Samples that are at most this far apart are of one sleep, in seconds. */
const maxPause = 2 * 3600;

/** The sleeps of a message. */
interface ReadSleeps {
  nights: Sent[];
  /** How many rows have neither a sleep nor a sample of one that tells a sleep. */
  unread: number;
}

/**
 * Reads the sleeps of rows, which are of nights or of single samples. One that is not plausible
 * takes the place of no other.
 */
export function readNights(rows: readonly Members[], zone: string): ReadSleeps {
  const samples = rows.flatMap((row) => toSample(row, zone));
  const nights = rows.flatMap((row) => toNight(row, zone));
  const kept: Sent[] = [];
  const refused: Sent[] = [];
  for (const sleep of [...nights, ...toSleeps(samples)]) {
    const read = keepSent(sleep);
    if ('problem' in read) refused.push(sleep);
    else kept.push(read);
  }
  const byDay = Map.groupBy(
    keepApart(kept),
    ({ sleep }) => sleep?.end.slice(0, 10) ?? '',
  );
  const named = [...byDay].flatMap(([day, ofDay]) => nameSleeps(day, ofDay));
  const all = [...named, ...refused];
  const read = all.length > 0 ? nights.length + samples.length : 0;
  // A row with the members of both counts twice.
  return { nights: all, unread: Math.max(0, rows.length - read) };
}

/** Names the longest sleep of a day after it. Others of the day are naps. */
function nameSleeps(day: string, sleeps: readonly Sent[]): Sent[] {
  const [night, ...naps] = sleeps.toSorted((one, other) => other.value - one.value);
  return night ? [{ ...night, external_id: toNightId(day) }, ...naps.map(toNap)] : [];
}

/** Converts hours to seconds. Zeros stand for what the source has not measured. */
function toDuration(hours: unknown): number | undefined {
  const value = readNumber(hours);
  return value === undefined || value <= 0 ? undefined : Math.round(value * 3600);
}

/** Reads a row of a night, whose `date` can be that of either day. */
function toNight(row: Members, zone: string): Sent[] {
  const start = readTime(row.sleepStart ?? row.inBedStart, zone);
  const end = readTime(row.sleepEnd ?? row.inBedEnd, zone);
  if (!start || !end) return [];
  const known = {
    light: toDuration(row.core),
    deep: toDuration(row.deep),
    rem: toDuration(row.rem),
  };
  const ofStages = Object.values(known).reduce<number>(
    (total, seconds = 0) => total + seconds,
    toDuration(row.asleep) ?? 0,
  );
  const asleep = toDuration(row.totalSleep) ?? ofStages;
  const hasStages = Object.values(known).some((seconds) => seconds !== undefined);
  const awake = hasStages ? toDuration(row.awake) : undefined;
  const in_bed = toDuration(row.inBed);
  return [buildSleep({ start, end, asleep, in_bed, stages: { awake, ...known } })];
}

interface Sleep {
  start: TimedMoment;
  end: TimedMoment;
  asleep: number;
  in_bed?: number | undefined;
  stages: Readonly<Partial<Record<Stage, number | undefined>>>;
}

/** By how much the rounded hours of a message can be longer than the sleep, in seconds. */
const maxRounding = 60;

function buildSleep({ start, end, asleep, in_bed, stages }: Sleep): Sent {
  const length = toSeconds(end.time) - toSeconds(start.time);
  // The time in bed can be of another source, and longer than the sleep.
  const shownInBed = in_bed !== undefined && in_bed <= length ? in_bed : undefined;
  return {
    type: 'sleep',
    time: start.time,
    value: asleep > length && asleep <= length + maxRounding ? length : asleep,
    sleep: {
      end: end.time,
      ...compact({ in_bed: shownInBed, ...fitStages(stages, length) }),
    },
  };
}

/** Takes what rounding has added to stages from the longest one. */
function fitStages(lengths: Sleep['stages'], length: number): Sleep['stages'] {
  const known = stages.map((stage) => [stage, lengths[stage] ?? 0] as const);
  const excess = known.reduce((sum, [, seconds]) => sum + seconds, -length);
  const [longest] = known.toSorted(([, one], [, other]) => other - one);
  return longest && excess > 0 && excess <= Math.min(maxRounding, longest[1])
    ? { ...lengths, [longest[0]]: longest[1] - excess }
    : lengths;
}

interface Sample {
  start: TimedMoment;
  end: TimedMoment;
  /** Undefined if it is asleep without a stage. */
  stage: Stage | 'in_bed' | undefined;
  source: string;
}

/** Reads a row of one sample. */
function toSample(row: Members, zone: string): Sample[] {
  const start = readTime(row.startDate ?? row.start, zone);
  const end = readTime(row.endDate ?? row.end, zone);
  const value = readText(row.value);
  if (!start || !end || value === undefined) return [];
  const name = value.toLowerCase().replaceAll(/[^a-z]/g, '');
  const word = name.replace(/^asleep/, '');
  const stage = name === 'inbed' ? 'in_bed' : stageNames.get(word);
  return [{ start, end, stage, source: readText(row.source) ?? '' }];
}

/** Joins samples of the same source to sleeps. */
function toSleeps(samples: readonly Sample[]): Sent[] {
  const bySource = Map.groupBy(samples, ({ source }) => source);
  return [...bySource.values()].flatMap((ofSource) =>
    groupByPauses(ofSource, { getStart, getEnd, maxPause }).flatMap(toSleep),
  );
}

/**
 * Returns sleeps that do not overlap: of a time that several have, the most detailed stays, then
 * the longest. The stages of less than half of the longest one do not count.
 */
function keepApart(sleeps: readonly Sent[]): Sent[] {
  const groups = groupByPauses(sleeps, {
    getStart: ({ time = '' }) => toSeconds(time),
    getEnd: ({ sleep }) => toSeconds(sleep?.end ?? ''),
    maxPause: 0,
  });
  return groups.flatMap((group) => {
    const longest = group.reduce((most, { value }) => Math.max(most, value), 0);
    const countDetails = (sleep: Sent) =>
      sleep.value < longest / 2 ? 0 : countStages(sleep);
    const detailed = group.toSorted(
      (one, other) => countDetails(other) - countDetails(one) || other.value - one.value,
    );
    const chosen: Sent[] = [];
    for (const sleep of detailed.slice(0, maxSleeps))
      if (!chosen.some((other) => overlaps(sleep, other))) chosen.push(sleep);
    return chosen;
  });
}

function toSleep(group: readonly Sample[]): Sent[] {
  const sleeping = group.filter(({ stage }) => stage !== 'in_bed');
  const asleep = sleeping.filter(({ stage }) => stage !== 'awake');
  const [first] = sleeping;
  const last = sleeping.toSorted((one, other) => getEnd(other) - getEnd(one))[0];
  if (!first || !last || asleep.length === 0) return [];
  const count = (stage: Sample['stage']) =>
    measure(group.filter((sample) => sample.stage === stage)) || undefined;
  const hasStages = asleep.some(({ stage }) => stage !== undefined);
  const counted = hasStages ? stages.map((stage) => [stage, count(stage)] as const) : [];
  const sleep = {
    start: first.start,
    end: last.end,
    asleep: measure(asleep),
    in_bed: count('in_bed'),
    stages: Object.fromEntries(counted),
  };
  return [buildSleep(sleep)];
}

/** Returns the seconds of samples in their order, of which some can overlap. */
function measure(samples: readonly Sample[]): number {
  let [total, lastEnd] = [0, Number.NEGATIVE_INFINITY];
  for (const sample of samples) {
    const end = Math.max(lastEnd, getEnd(sample));
    total += end - Math.min(end, Math.max(lastEnd, getStart(sample)));
    lastEnd = end;
  }
  return total;
}

function getStart({ start }: Sample): number {
  return toSeconds(start.time);
}

function getEnd({ end }: Sample): number {
  return toSeconds(end.time);
}

function countStages({ sleep }: Sent): number {
  return stages.filter((stage) => sleep?.[stage] !== undefined).length;
}
