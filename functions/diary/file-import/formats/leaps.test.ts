import { describe, expect, it } from 'vitest';
import { createChangeCounter } from './file-changes.ts';
import { createLeapFilter } from './leaps.ts';
import { getDistance, type Position } from './place-time.ts';
import { createTrack } from './track.ts';

/** A point by its seconds, and its meters to the north and to the east. */
type Place = readonly [seconds: number, north: number, east?: number];

const meters = 1 / 111_195;
const startMs = Date.UTC(2026, 6, 1, 6);

const toPosition = ([, north, east = 0]: Place): Position => ({
  latitude: 47 + north * meters,
  longitude: 11 + (east * meters) / Math.cos((47 * Math.PI) / 180),
});

const toPoint = (place: Place) => ({
  ms: startMs + place[0] * 1000,
  position: toPosition(place),
  altitude: 500,
});

/** Returns the meters of a recording of some segments, and how many positions it leaves out. */
function record(...segments: (readonly Place[])[]) {
  const { note, changes } = createChangeCounter();
  const track = createTrack(note);
  for (const segment of segments) {
    track.beginSegment();
    for (const place of segment) track.add(toPoint(place));
  }
  const { distance = 0, elapsed } = track.summarize() ?? {};
  return { distance, elapsed, left_out: changes.position_implausible ?? 0 };
}

/** Returns the meters of the way through all places. */
function measure(places: readonly Place[]): number {
  return places.slice(1).reduce((sum, place, index) => {
    const before = places[index] ?? place;
    return sum + getDistance(toPosition(before), toPosition(place));
  }, 0);
}

/** A way to the north at a speed in meters per second, with a point every so many seconds. */
const go = (count: number, speed: number, interval = 1): Place[] =>
  Array.from({ length: count }, (_, at) => [at * interval, at * interval * speed]);

const withPlace = (places: readonly Place[], at: number, place: Place) =>
  places.with(at, place);

describe('a single position far from the way', () => {
  it.each([
    { title: 'a run', places: go(600, 3), away: 5000 },
    {
      title: 'a ride with a point every seven seconds',
      places: go(200, 8, 7),
      away: 2500,
    },
    { title: 'a run with a point each minute', places: go(60, 3, 60), away: 5500 },
    { title: 'a train', places: go(600, 50), away: 20_000 },
    { title: 'a walk, some hundred meters', places: go(600, 1.4), away: 250 },
    { title: 'a sparse track, another continent', places: go(60, 3, 120), away: 6e6 },
  ])('adds nothing to $title', ({ places, away }) => {
    for (const at of [1, 30, places.length - 2]) {
      const [seconds = 0, north = 0] = places[at] ?? [];
      const found = record(withPlace(places, at, [seconds, north, away]));
      expect(found.left_out).toBe(1);
      expect(found.distance).toBeCloseTo(measure(places.toSpliced(at, 1)), 6);
      expect(found.elapsed).toBe(places.at(-1)?.[0]);
    }
  });

  it('is left out each time', () => {
    const places = go(600, 3).map(
      ([seconds, north], at): Place => [seconds, north, at % 3 === 1 ? 4000 : 0],
    );
    const { distance, left_out } = record(places);
    expect(left_out).toBe(200);
    expect(distance).toBeCloseTo(599 * 3, 0);
  });

  it('is left out if points without a position come before the way back', () => {
    const track = createTrack();
    const [first, second, third] = [toPoint([0, 0]), toPoint([1, 5000]), toPoint([3, 6])];
    for (const point of [first, second, { ms: startMs + 2000 }, third]) track.add(point);
    expect(track.summarize()).toMatchObject({
      elapsed: 3,
      distance: expect.closeTo(6, 3),
    });
  });
});

it('has some hundred points in memory, however many without a position come', () => {
  let count = 0;
  const leaps = createLeapFilter(() => {
    count += 1;
  });
  for (const place of [
    [0, 0],
    [1, 5000],
  ] as const)
    leaps.add(toPoint(place));
  for (let at = 0; at < 10_000; at += 1) leaps.add({ ms: startMs + 1000 });
  expect(count).toBeGreaterThan(9000);
});

/** Ways in the same order in the other direction, from a time on. */
const back = (places: readonly Place[], from: number): Place[] => {
  const last = places.at(-1)?.[0] ?? 0;
  return places
    .toReversed()
    .map(([seconds, ...place]) => [from + last - seconds, ...place]);
};

describe('all of a way counts', () => {
  const hike = go(3600, 1.3);
  const later = (places: readonly Place[], by: number, north = 0): Place[] =>
    places.map(([seconds, at, east = 0]) => [seconds + by, at + north, east]);
  const lift: Place[] = [
    ...go(20, 6, 30),
    ...back(go(20, 25, 15), 700),
    ...later(go(20, 6, 30), 1100),
  ];
  const flight: Place[] = [...go(60, 1, 10), ...later(go(60, 250, 60), 700, 600)];
  const plane = go(30, 250, 30);

  it.each([
    { title: 'a hike', places: hike },
    { title: 'a hike there and back', places: [...hike, ...back(hike, 3600)] },
    { title: 'a hike with gaps', places: hike.filter(([at]) => at % 600 < 200) },
    { title: 'a hike with few points', places: hike.filter(([at]) => at % 900 === 0) },
    {
      title: 'a hike that goes on far away after a pause',
      places: [...hike, ...later(hike, 9000, 80_000)],
    },
    { title: 'a train', places: go(300, 89, 10) },
    {
      title: 'a train there and back',
      places: [...go(9, 89, 60), ...back(go(9, 89, 60), 600)],
    },
    {
      title: 'a car that turns',
      places: [
        [0, 0],
        [60, 50],
        [90, 1700],
        [120, 60],
        [180, 90],
      ],
    },
    { title: 'lifts and slopes', places: lift },
    { title: 'a flight after a walk', places: flight },
    {
      title: 'a flight around an airfield with a point each minute',
      places: [
        [0, 0],
        [60, 20],
        [120, 2900],
        [180, 2900, 3500],
        [240, -1500, 3500],
        [300, -1500, 0],
        [360, 600],
        [420, 620],
      ],
    },
    { title: 'a flight there and back', places: [...plane, ...back(plane, 900)] },
    {
      title: 'a flight there and back with three points',
      places: [
        [0, 0],
        [60, 10],
        [10_800, 2e6],
        [21_600, 20],
        [21_660, 30],
      ],
    },
    {
      title: 'a planned way with a point each second',
      places: [...go(50, 400), ...back(go(50, 400), 50)],
    },
    {
      title: 'two false positions in a row',
      places: [
        [0, 0],
        [1, 3],
        [2, 5e3],
        [3, 5e3],
        [4, 9],
      ],
    },
    {
      title: 'a false first position',
      places: [
        [0, 5000],
        [1, 3],
        [2, 6],
        [3, 9],
      ],
    },
    {
      title: 'a false last position',
      places: [
        [0, 0],
        [1, 3],
        [2, 6],
        [3, 5000],
      ],
    },
  ] as { title: string; places: Place[] }[])('of $title', ({ places }) => {
    const { distance, left_out } = record(places);
    expect(left_out).toBe(0);
    expect(distance).toBeCloseTo(measure(places), 4);
  });

  it('of segments, whatever lies between them', () => {
    const far: Place[] = [[4000, 9000]];
    const segments = [hike, far, later(hike, 4010)];
    const { distance, left_out } = record(...segments);
    expect(left_out).toBe(0);
    expect(distance).toBeCloseTo(2 * measure(hike), 4);
  });
});
