import { bounds } from '#functions/diary/entry/values.ts';
import type { Position } from './place-time.ts';

/** A point of a recording. */
export interface TrackPoint {
  /** Epoch milliseconds. */
  ms?: number | undefined;
  position?: Position | undefined;
  /** Meters. */
  altitude?: number | undefined;
  /** Beats per minute. */
  heartRate?: number | undefined;
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
}

/** A recording while its points are read. */
export interface Track {
  /** Begins a segment. What lies between two segments counts as a pause. */
  beginSegment(): void;
  add(point: TrackPoint): void;
  /** Returns the sums, or undefined if no point has a time. */
  summarize(): TrackSummary | undefined;
}

/** Meters. The mean radius of the Earth. */
const earthRadius = 6_371_008.8;

/**
 * Meters. A change of the altitude counts when it is this large, because positions and barometers
 * wander by some meters without any ascent.
 */
const minAltitudeChange = 5;

/** Starts a recording, which keeps sums and no points. */
export function createTrack(): Track {
  const whole = createSpan();
  let segment = createSpan();
  let finishedMs = 0;
  let start: Position | undefined;
  let previous: Position | undefined;
  let distance = 0;
  let altitude: number | undefined;
  let ascent = 0;
  const heartRates = { count: 0, sum: 0, max: 0 };

  const move = (position: Position) => {
    start ??= position;
    if (previous) distance += getDistance(previous, position);
    previous = position;
  };
  const climb = (reached: number) => {
    altitude ??= reached;
    if (Math.abs(reached - altitude) < minAltitudeChange) return;
    ascent += Math.max(0, reached - altitude);
    altitude = reached;
  };
  const beat = (rate: number) => {
    // Sensors write others when they lose contact.
    if (!(rate >= bounds.heart_rate.min && rate <= bounds.heart_rate.max)) return;
    heartRates.count += 1;
    heartRates.sum += rate;
    heartRates.max = Math.max(heartRates.max, rate);
  };

  return {
    beginSegment() {
      finishedMs += segment.getLength();
      segment = createSpan();
      previous = undefined;
    },
    add(point) {
      if (point.ms !== undefined) {
        whole.include(point.ms);
        segment.include(point.ms);
      }
      if (point.position) move(point.position);
      if (point.altitude !== undefined) climb(point.altitude);
      if (point.heartRate !== undefined) beat(point.heartRate);
    },
    summarize() {
      const { first, last } = whole.getEnds();
      if (first > last) return undefined;
      const activeMs = finishedMs + segment.getLength();
      const { count, sum, max } = heartRates;
      return {
        firstMs: first,
        lastMs: last,
        // A recorder may begin a segment with each point.
        duration: Math.min(activeMs || last - first, last - first) / 1000,
        elapsed: (last - first) / 1000,
        distance,
        elevation_gain: ascent,
        avg_heart_rate: count ? sum / count : undefined,
        max_heart_rate: count ? max : undefined,
        start,
      };
    },
  };
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

/** Returns the distance in meters between two positions, along the surface of a sphere. */
function getDistance(from: Position, to: Position): number {
  const toRadians = Math.PI / 180;
  const latitude = ((to.latitude - from.latitude) * toRadians) / 2;
  const longitude = ((to.longitude - from.longitude) * toRadians) / 2;
  const cosines = Math.cos(from.latitude * toRadians) * Math.cos(to.latitude * toRadians);
  const a = Math.sin(latitude) ** 2 + cosines * Math.sin(longitude) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(a)));
}
