import { getDistance, type Position } from './place-time.ts';
import type { TrackPoint } from './track.ts';

/**
 * The way to a false position and back is at least this long, in meters, and faster than this, in
 * meters per second: cars do not reach it, and trains turn back nowhere.
 */
const leap = { distance: 200, speed: 60 } as const;

/** The longest time of a way there and back, in milliseconds: planes take longer. */
const maxLeapMs = 5 * 60_000;

/** The most points that wait for the way back: two a second. */
const maxWaiting = 600;

/** How much longer the way there and back is than that without the false position. */
const detour = 4;

type PlacedPoint = TrackPoint & { ms: number; position: Position };

/** Passes points on, without the positions of a single point to which nobody can have been. */
export interface LeapFilter {
  add(point: TrackPoint): void;
  /** Passes on what waits, at the end of a segment. */
  endSegment(): void;
  /** Returns how many positions were left out. */
  getCount(): number;
}

/**
 * Starts to leave out false positions, which satellites out of sight cause: a single one, from
 * where the recorder is back in time. What comes before has to be slower, because in planes and in
 * files whose times are made up it is not. Nothing is left out at an end of a segment, in a pause,
 * or if two points in a row are false.
 */
export function createLeapFilter(pass: (point: TrackPoint) => void): LeapFilter {
  let last: PlacedPoint | undefined;
  let isFast = false;
  /** A point after a leap, and those without a position after it. */
  let waiting: [PlacedPoint, ...TrackPoint[]] | undefined;
  let count = 0;

  const passOn = (point: TrackPoint) => {
    if (isPlaced(point)) {
      isFast = last !== undefined && isLeap(last, point);
      last = point;
    }
    pass(point);
  };
  const settle = (next?: TrackPoint) => {
    const [there, ...others] = waiting ?? [];
    waiting = undefined;
    if (!there) return;
    const isFalse = last && next && isPlaced(next) && isThereAndBack(last, there, next);
    if (isFalse) {
      count += 1;
      pass({ ...there, position: undefined, altitude: undefined });
    } else passOn(there);
    for (const point of others) pass(point);
  };

  return {
    add(point) {
      const isSoon = (point.ms ?? 0) - (waiting?.[0].ms ?? 0) <= maxLeapMs;
      const hasRoom = (waiting?.length ?? 0) < maxWaiting;
      if (waiting && !point.position && isSoon && hasRoom) {
        waiting.push(point);
        return;
      }
      settle(point);
      if (last && !isFast && isPlaced(point) && isLeap(last, point)) waiting = [point];
      else passOn(point);
    },
    endSegment() {
      settle();
      last = undefined;
      isFast = false;
    },
    getCount: () => count,
  };
}

function isPlaced(point: TrackPoint): point is PlacedPoint {
  return point.ms !== undefined && point.position !== undefined;
}

function isLeap(from: PlacedPoint, to: PlacedPoint): boolean {
  const seconds = (to.ms - from.ms) / 1000;
  const distance = getDistance(from.position, to.position);
  return seconds > 0 && distance >= leap.distance && distance > leap.speed * seconds;
}

function isThereAndBack(
  from: PlacedPoint,
  there: PlacedPoint,
  back: PlacedPoint,
): boolean {
  if (!isLeap(there, back) || back.ms - from.ms > maxLeapMs) return false;
  const way =
    getDistance(from.position, there.position) +
    getDistance(there.position, back.position);
  return way > detour * getDistance(from.position, back.position);
}
