import { bounds, type Range } from '#functions/diary/entry/bounds.ts';
import type {
  BestTimes,
  CurveValues,
  WorkoutOutline,
  WorkoutSeries,
} from '#functions/diary/series/workout-curves.ts';
import { compact } from '#shared/runtime/compact.ts';
import { searchBestTimes } from './best-times.ts';
import { toOutline } from './outline.ts';
import { getDistance, type Position } from './place-time.ts';
import type { TrackPoint } from './track.ts';

/** The curves of a recording, before it is known when its workout began and what it was. */
export interface RecordedCurves {
  /** Seconds since 1970 of each point, without a repeat. */
  seconds: readonly number[];
  /** Cadence is as it is recorded: of a runner mostly that of one foot. */
  curves: Pick<
    WorkoutSeries,
    'distance' | 'elevation' | 'heart_rate' | 'cadence' | 'power'
  >;
  /** The meters of all points. */
  distance: number;
  outline: WorkoutOutline | undefined;
  onFoot: RecordedSpeeds;
  other: RecordedSpeeds;
}

/** What depends on how fast somebody can be. */
interface RecordedSpeeds {
  speed: CurveValues | undefined;
  best: BestTimes;
}

/** The sum and the count of the plausible values of a span. */
interface Mean {
  sum: number;
  count: number;
}

const plausible = {
  altitude: { min: -1000, max: 20_000 },
  heartRate: bounds.heart_rate,
  speed: { min: 0, max: 150 },
  cadence: { min: 0, max: 300 },
  power: { min: 0, max: 3000 },
} as const;

const curveNames = ['altitude', 'heartRate', 'speed', 'cadence', 'power'] as const;

/** The points of a span of time, joined. */
interface Span {
  /** The number of spans of this length since 1970. */
  index: number;
  /** Epoch milliseconds of the last point. */
  ms: number;
  /** Milliseconds between its points and those before them, without pauses. */
  activeMs: number;
  /** Meters by the recorder's count, and between the positions. */
  counted: number;
  measured: number;
  altitude: Mean;
  heartRate: Mean;
  speed: Mean;
  cadence: Mean;
  power: Mean;
  first: Position | undefined;
  /** The last position, and the number of the part of the way that it is in. */
  position: Position | undefined;
  part: number;
}

/** The most spans while points are read, of which each can become a position of the outline. */
const maxSpans = 480;

const maxPoints = 240;

/** Meters. A way that goes on this far from where it paused has a gap. */
const maxPauseDistance = 100;

/** In meters per second: nobody runs a step, or a kilometer, that is faster. */
const onFootLimits = { maxStepSpeed: 13, maxSpeed: 8 };
const otherLimits = { maxStepSpeed: 45, maxSpeed: 45 };

/**
 * Starts the curves of a recording. Its points are joined by spans of time, which double in length
 * when there are too many of them, so that memory is the same for any number of points.
 */
export function recordCurves(): {
  /** Begins a segment after a pause. What is between it and `fromMs` is none. */
  beginSegment(fromMs?: number): void;
  /** Adds a point that is later than those before it in its segment. */
  add(point: TrackPoint, measured: number): void;
  finish(): RecordedCurves | undefined;
} {
  let spans: Span[] = [];
  let length = 1000;
  let current: Span | undefined;
  let previousMs: number | undefined;
  let isCounted = false;
  /** Meters of points without a time. */
  let untimed = { counted: 0, measured: 0 };
  let lastPosition: Position | undefined;
  let hasPaused = false;
  let part = 0;
  const bestOnFoot = searchBestTimes(onFootLimits);
  const bestOther = searchBestTimes(otherLimits);

  const reach = (ms: number): Span => {
    const index = Math.floor(ms / length);
    if (current?.index === index) return current;
    if (spans.length >= maxSpans) {
      spans = joinSpans(spans, 2);
      length *= 2;
      current = undefined;
      return reach(ms);
    }
    current = createSpan(index, part);
    spans.push(current);
    return current;
  };
  const place = (span: Span, position: Position) => {
    if (hasPaused && lastPosition) {
      const isApart = getDistance(lastPosition, position) > maxPauseDistance;
      if (isApart) part += 1;
    }
    hasPaused = false;
    lastPosition = position;
    span.first ??= position;
    span.position = position;
    span.part = part;
  };
  const addBest = (ms: number, meters: number) => {
    bestOnFoot.add(ms, meters);
    bestOther.add(ms, meters);
  };

  return {
    beginSegment(fromMs) {
      previousMs = fromMs;
      hasPaused = true;
      if (fromMs !== undefined && spans.length === 0) addBest(fromMs, 0);
    },
    add(point, meters) {
      isCounted ||= point.counted !== undefined;
      untimed.counted += point.counted ?? 0;
      untimed.measured += meters;
      const { ms, position } = point;
      if (ms === undefined) return;
      const { counted, measured } = untimed;
      untimed = { counted: 0, measured: 0 };
      const span = reach(ms);
      span.ms = Math.max(span.ms, ms);
      span.activeMs += ms - (previousMs ?? ms);
      previousMs = ms;
      span.counted += counted;
      span.measured += measured;
      addValue(span.altitude, point.altitude, plausible.altitude);
      addValue(span.heartRate, point.heartRate, plausible.heartRate);
      addValue(span.speed, point.speed, plausible.speed);
      addValue(span.cadence, point.cadence, plausible.cadence);
      addValue(span.power, point.power, plausible.power);
      if (position) place(span, position);
      addBest(ms, isCounted ? counted : measured);
    },
    finish() {
      const last = spans.at(-1);
      if (!last) return undefined;
      last.counted += untimed.counted;
      last.measured += untimed.measured;
      spans.sort((one, other) => one.index - other.index);
      const outline = toOutline(spans);
      // A segment may begin in the second in which another one ends.
      spans = joinSpans(spans, 1);
      while (spans.length > maxPoints) spans = joinSpans(spans, 2);
      const speeds = listSpeeds(spans);
      const limit = (max: number) => toCurve(leaveOutAbove(max, speeds), 100);
      return {
        ...toCurves(spans),
        outline,
        onFoot: { speed: limit(onFootLimits.maxStepSpeed), best: bestOnFoot.finish() },
        other: { speed: limit(plausible.speed.max), best: bestOther.finish() },
      };
    },
  };
}

function createSpan(index: number, part: number): Span {
  return {
    index,
    ms: Number.NEGATIVE_INFINITY,
    activeMs: 0,
    counted: 0,
    measured: 0,
    altitude: { sum: 0, count: 0 },
    heartRate: { sum: 0, count: 0 },
    speed: { sum: 0, count: 0 },
    cadence: { sum: 0, count: 0 },
    power: { sum: 0, count: 0 },
    first: undefined,
    position: undefined,
    part,
  };
}

function addValue(mean: Mean, value: number | undefined, { min, max }: Range): void {
  if (value === undefined || !(value >= min && value <= max)) return;
  mean.sum += value;
  mean.count += 1;
}

/** Joins spans to some that are longer by a factor, in the order of their times. */
function joinSpans(spans: readonly Span[], factor: number): Span[] {
  const joined: Span[] = [];
  // A file may have its segments in any order.
  for (const span of spans.toSorted((one, other) => one.index - other.index)) {
    const index = Math.floor(span.index / factor);
    const last = joined.at(-1);
    if (last?.index === index) joinTo(last, span);
    else {
      span.index = index;
      joined.push(span);
    }
  }
  return joined;
}

function joinTo(span: Span, next: Span): void {
  span.ms = Math.max(span.ms, next.ms);
  span.activeMs += next.activeMs;
  span.counted += next.counted;
  span.measured += next.measured;
  for (const name of curveNames) {
    span[name].sum += next[name].sum;
    span[name].count += next[name].count;
  }
  if (!next.position) return;
  span.first ??= next.first;
  span.position = next.position;
  span.part = next.part;
}

/** Returns what tells the meters of a point: the recorder, if it has counted some at all. */
function chooseMeters(points: readonly Span[]): (point: Span) => number {
  const isCounted = points.some(({ counted }) => counted > 0);
  return ({ counted, measured }) => (isCounted ? counted : measured);
}

function toCurves(
  points: readonly Span[],
): Pick<RecordedCurves, 'seconds' | 'curves' | 'distance'> {
  const toMeters = chooseMeters(points);
  let distance = 0;
  const reached = points.map((point) => {
    distance += toMeters(point);
    return round(distance, 10);
  });
  const listAverages = (name: (typeof curveNames)[number]) =>
    points.map((point) => average(point[name]));
  const curves = {
    distance: distance > 0 ? reached : undefined,
    elevation: toCurve(listAverages('altitude'), 10),
    heart_rate: toCurve(listAverages('heartRate'), 1),
    cadence: toCurve(listAverages('cadence'), 1),
    power: toCurve(listAverages('power'), 1),
  };
  const seconds = points.map(({ ms }) => Math.floor(ms / 1000));
  return { seconds, curves: compact(curves), distance };
}

/** Lists the speeds of points as recorded, or else by their meters if these are known. */
function listSpeeds(points: readonly Span[]): CurveValues {
  const toMeters = chooseMeters(points);
  const hasMeters = points.some((point) => toMeters(point) > 0);
  return points.map((point) => {
    const isKnown = point.speed.count > 0 || !hasMeters || point.activeMs === 0;
    return isKnown ? average(point.speed) : (toMeters(point) * 1000) / point.activeMs;
  });
}

function leaveOutAbove(max: number, values: CurveValues): CurveValues {
  return values.map((value) => (value === null || value > max ? null : value));
}

function average({ sum, count }: Mean): number | null {
  return count > 0 ? sum / count : null;
}

/** Returns rounded values, or undefined if there are none. */
function toCurve(values: CurveValues, scale: number): CurveValues | undefined {
  if (!values.some((value) => value !== null)) return undefined;
  return values.map((value) => (value === null ? null : round(value, scale)));
}

function round(value: number, scale: number): number {
  return Math.round(value * scale) / scale;
}
