import { bounds } from '#functions/diary/entry/bounds.ts';
import { maxWorkoutDuration } from '#functions/diary/workout-import/workout.ts';
import type { NoteChange } from './file-changes.ts';
import { createLeapFilter } from './leaps.ts';
import { getDistance, type Position } from './place-time.ts';
import { type RecordedCurves, recordCurves } from './recorded-curves.ts';

/** A point of a recording. */
export interface TrackPoint {
  /** Epoch milliseconds. */
  ms?: number | undefined;
  position?: Position | undefined;
  /** Meters. */
  altitude?: number | undefined;
  /** Beats per minute. */
  heartRate?: number | undefined;
  /** Meters since the last point, as the recorder counts them. */
  counted?: number | undefined;
  /** Meters per second. */
  speed?: number | undefined;
  /** Per minute. */
  cadence?: number | undefined;
  /** Watts. */
  power?: number | undefined;
}

/** The sums of a recording. */
export interface TrackSummary {
  /** Epoch milliseconds of the first and of the last point. */
  firstMs: number;
  lastMs: number;
  /** Seconds without the gaps between segments. */
  duration: number;
  /** Seconds from the first to the last point. */
  elapsed: number;
  /** Meters. */
  distance: number;
  /** Meters. */
  elevation_gain: number;
  avg_heart_rate: number | undefined;
  max_heart_rate: number | undefined;
  /** The first position. */
  start: Position | undefined;
  recorded: RecordedCurves | undefined;
}

/** A recording while its points are read. */
export interface Track {
  /**
   * Begins a segment, at a time if it is known when the recorder went on: some write no point then.
   * What lies between two segments counts as a pause.
   */
  beginSegment(fromMs?: number): void;
  add(point: TrackPoint): void;
  /** Returns the sums, or undefined if no point has a time. */
  summarize(): TrackSummary | undefined;
}

/**
 * Meters. A change of the altitude counts when it is this large, because positions and barometers
 * wander by some meters without any ascent.
 */
const minAltitudeChange = 5;

/**
 * A first point this far in time and in meters from the second is where the recorder was last used,
 * on another day and continent.
 */
const staleFirst = { ms: 12 * 3_600_000, distance: 1_000_000 } as const;

/** In milliseconds. A first point that is later than this tells nothing of the time before it. */
const maxLead = 10 * 60_000;

/** The way before the first point may be this much faster than the way to the second. */
const leadTolerance = 1.25;

/** A time this far after the last point, in milliseconds, is no part of the recording if alone. */
const maxGap = maxWorkoutDuration * 1000;

/**
 * Starts a recording, which keeps sums and curves, but no points. A swim has the meters of its
 * `pool`.
 */
export function createTrack(note?: NoteChange, pool = 0): Track {
  const whole = createSpan();
  let finished = whole.getEnds();
  let segment = createSpan();
  let finishedMs = 0;
  let hasBegun = false;
  let held: TrackPoint | undefined;
  let begunMs: number | undefined;
  let afterFirst: { fromMs: number | undefined } | undefined;
  let hasStaleFirst = false;
  let repeats = 0;
  let repeated: TrackPoint | undefined;
  let far: TrackPoint | undefined;
  let start: Position | undefined;
  let previous: Position | undefined;
  let distance = 0;
  const ascent = createAscent();
  const heartRates = createHeartRates();
  const curves = recordCurves();

  const move = (position: Position): number => {
    start ??= position;
    const meters = previous ? getDistance(previous, position) : 0;
    distance += meters;
    previous = position;
    return meters;
  };

  /** Returns whether a point is new. Some recorders write points, or whole segments, again. */
  const isNew = (point: TrackPoint): boolean => {
    const { ms } = point;
    if (ms === undefined) return true;
    const isFinished = ms >= finished.first && ms <= finished.last;
    const { last } = isFinished ? finished : segment.getEnds();
    if (isFinished) repeated = point;
    else if (ms > last) return true;
    // A lap may begin with the last point of the one before it.
    if (ms < last) repeats += 1;
    return false;
  };
  /** Counts the time before the first point of a segment. */
  const lead = (ms: number) => {
    if (begunMs !== undefined && begunMs < ms && ms - begunMs <= maxLead) {
      whole.include(begunMs);
      segment.include(begunMs);
      curves.beginSegment(begunMs);
    }
    begunMs = undefined;
  };
  const endSegment = (fromMs?: number) => {
    leaps.endSegment();
    finishedMs += segment.getLength();
    finished = whole.getEnds();
    segment = createSpan();
    previous = undefined;
    repeated = undefined;
    begunMs = fromMs;
    curves.beginSegment();
  };
  const count = (point: TrackPoint) => {
    if (!isNew(point)) return;
    if (repeated) {
      // The new points of a segment go on from the last one that was known.
      segment.include(repeated.ms ?? Number.NaN);
      curves.beginSegment(repeated.ms);
      previous = repeated.position;
      repeated = undefined;
    } else if (point.ms !== undefined) lead(point.ms);
    if (point.ms !== undefined) {
      whole.include(point.ms);
      segment.include(point.ms);
    }
    curves.add(point, point.position ? move(point.position) : 0);
    ascent.add(point.altitude);
    heartRates.add(point.heartRate);
  };
  const leaps = createLeapFilter(count);
  /** Counts the first point as soon as it is known whether the second is near. */
  const countFirst = (second?: TrackPoint) => {
    hasStaleFirst = held !== undefined && second !== undefined && isStale(held, second);
    if (held && !hasStaleFirst) {
      const afterMs = afterFirst?.fromMs ?? held.ms;
      const isWay = isLead(held, { fromMs: begunMs, pool, second, afterMs });
      // What a recorder counted before points that are cut off is no way of this recording.
      if (!isWay) begunMs = undefined;
      leaps.add(isWay ? held : { ...held, counted: 0 });
    }
    held = undefined;
    if (afterFirst) endSegment(afterFirst.fromMs);
  };

  return {
    beginSegment(fromMs) {
      if (held) afterFirst = { fromMs };
      else endSegment(fromMs);
    },
    add(point) {
      if (!hasBegun) {
        hasBegun = true;
        held = point;
        return;
      }
      if (held) countFirst(point);
      if (far && (point.ms ?? 0) > (far.ms ?? 0)) leaps.add(far);
      else if (far) repeats += 1;
      far = (point.ms ?? 0) - whole.getEnds().last > maxGap ? point : undefined;
      if (!far) leaps.add(point);
    },
    summarize() {
      if (held) countFirst();
      leaps.endSegment();
      if (far) repeats += 1;
      const { first, last } = whole.getEnds();
      if (first > last) return undefined;
      note?.('first_point_ignored', hasStaleFirst ? 1 : 0);
      note?.('points_ignored', repeats);
      note?.('position_implausible', leaps.getCount());
      const activeMs = finishedMs + segment.getLength();
      return {
        firstMs: first,
        lastMs: last,
        // A recorder may begin a segment with each point.
        duration: Math.min(activeMs || last - first, last - first) / 1000,
        elapsed: (last - first) / 1000,
        distance,
        elevation_gain: ascent.get(),
        ...heartRates.get(),
        start,
        recorded: curves.finish(),
      };
    },
  };
}

/** Starts the sum of the ascents between altitudes. */
function createAscent() {
  let altitude: number | undefined;
  let ascent = 0;
  return {
    add(reached: number | undefined) {
      if (reached === undefined) return;
      altitude ??= reached;
      if (Math.abs(reached - altitude) < minAltitudeChange) return;
      ascent += Math.max(0, reached - altitude);
      altitude = reached;
    },
    get: () => ascent,
  };
}

/** Starts the sums of heart rates. Sensors that lose contact write others than hearts have. */
export function createHeartRates() {
  const { min, max } = bounds.heart_rate;
  let count = 0;
  let sum = 0;
  let highest = 0;
  return {
    add(rate = 0) {
      if (!(rate >= min && rate <= max)) return;
      count += 1;
      sum += rate;
      if (rate > highest) highest = rate;
    },
    get: () => ({
      avg_heart_rate: count ? sum / count : undefined,
      max_heart_rate: count ? highest : undefined,
    }),
  };
}

/** What tells whether a recorder went the way that it has counted at its first point. */
interface LeadFacts {
  /** Epoch milliseconds of the start, and from when on the second point was reached. */
  fromMs: number | undefined;
  afterMs: number | undefined;
  second: TrackPoint | undefined;
  /** Meters. */
  pool: number;
}

/**
 * Returns whether the meters of a first point are from the start to it: none, a length of the pool,
 * or at most as fast as those to the second point.
 */
function isLead(
  { ms = Number.NaN, counted = 0 }: TrackPoint,
  { fromMs = Number.NaN, afterMs = Number.NaN, second, pool }: LeadFacts,
): boolean {
  if (counted === 0) return true;
  const tookMs = ms - fromMs;
  if (!(tookMs > 0 && tookMs <= maxLead)) return false;
  if (counted <= pool) return true;
  const { ms: secondMs = Number.NaN, counted: next = 0 } = second ?? {};
  return counted * (secondMs - afterMs) <= leadTolerance * next * tookMs;
}

/** Returns whether a first point is where the recorder was last used, long before the second. */
function isStale(first: TrackPoint, { ms, position }: TrackPoint): boolean {
  if (ms === undefined || first.ms === undefined) return false;
  if (Math.abs(ms - first.ms) > maxGap) return true;
  if (Math.abs(ms - first.ms) < staleFirst.ms) return false;
  if (!position || !first.position) return false;
  return getDistance(first.position, position) >= staleFirst.distance;
}

/** Starts a span of time, which grows with each time that it includes. */
function createSpan() {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  return {
    include(ms: number) {
      first = Math.min(first, ms);
      last = Math.max(last, ms);
    },
    getEnds: () => ({ first, last }),
    getLength: () => Math.max(0, last - first),
  };
}
