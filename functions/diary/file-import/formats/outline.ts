import type { WorkoutOutline } from '#functions/diary/series/workout-curves.ts';
import type { Position } from './place-time.ts';

/** A span of a recording, and the number of its part. Parts are apart from each other. */
interface Place {
  first: Position | undefined;
  position: Position | undefined;
  part: number;
}

const maxPositions = 240;

/** Meters. Positions this near to the line between their neighbours tell nothing. */
const minDeviation = 1;

/** Meters of a degree of latitude. */
const degreeLength = 111_195;

/** A position in the plane, in meters. */
interface Point {
  x: number;
  y: number;
}

/**
 * Simplifies a way by the algorithm of Douglas and Peucker: it keeps the positions that are
 * farthest from the lines between others. Returns undefined if there is no line.
 */
export function toOutline(places: readonly Place[]): WorkoutOutline | undefined {
  const lines = listLines(places).map((line) => ({
    line,
    deviations: rank(toPlane(line)),
  }));
  const all = lines.flatMap(({ deviations }) => deviations);
  const next = all.toSorted((one, other) => other - one)[maxPositions] ?? 0;
  const least = Math.max(minDeviation, next);
  const outline = lines.map(({ line, deviations }) =>
    line.filter((_, index) => (deviations[index] ?? 0) > least).map(toDegrees),
  );
  return outline.length > 0 ? outline : undefined;
}

/** Lists the parts with several positions. */
function listLines(places: readonly Place[]): Position[][] {
  const lines: Position[][] = [];
  let last: number | undefined;
  for (const { first, position, part } of places) {
    if (!position) continue;
    if (part !== last) lines.push(first && first !== position ? [first] : []);
    last = part;
    lines.at(-1)?.push(position);
  }
  return lines.filter(({ length }) => length > 1).slice(0, maxPositions / 2);
}

/** Returns how far each point is from the line that would be drawn without it, in meters. */
function rank(points: readonly Point[]): number[] {
  const last = points.length - 1;
  const deviations = points.map((_, index) =>
    index === 0 || index === last ? Number.POSITIVE_INFINITY : 0,
  );
  const open = [{ from: 0, to: last, atMost: Number.POSITIVE_INFINITY }];
  for (let span = open.pop(); span; span = open.pop()) {
    const { from, to, atMost } = span;
    let farthest = 0;
    let found = -1;
    for (let index = from + 1; index < to; index += 1) {
      const distance = measure(points[index], points[from], points[to]);
      if (distance <= farthest) continue;
      farthest = distance;
      found = index;
    }
    if (found < 0) continue;
    // No position is kept without those between which it was found.
    const deviation = Math.min(farthest, atMost);
    deviations[found] = deviation;
    open.push({ from, to: found, atMost: deviation });
    open.push({ from: found, to, atMost: deviation });
  }
  return deviations;
}

const origin: Point = { x: 0, y: 0 };

/** Returns the distance of a point from the line between two others. */
function measure(point = origin, from = origin, to = origin): number {
  const x = to.x - from.x;
  const y = to.y - from.y;
  const length = x * x + y * y;
  const along = length && ((point.x - from.x) * x + (point.y - from.y) * y) / length;
  const at = Math.min(1, Math.max(0, along));
  const across = point.x - from.x - at * x;
  const up = point.y - from.y - at * y;
  return Math.sqrt(across * across + up * up);
}

function toPlane(line: readonly Position[]): Point[] {
  const first = line[0]?.latitude ?? 0;
  const width = degreeLength * Math.cos((first * Math.PI) / 180);
  return line.map(({ latitude, longitude }) => ({
    x: longitude * width,
    y: latitude * degreeLength,
  }));
}

/** Rounds to 5 decimals, which is a meter. */
function toDegrees({ latitude, longitude }: Position): [number, number] {
  return [Math.round(latitude * 1e5) / 1e5, Math.round(longitude * 1e5) / 1e5];
}
