import { describe, expect, it } from 'vitest';
import { encodeFit } from '#kit/workout-files/fit-encoder.ts';
import { listActivityMessages, listRecords } from '#kit/workout-files/fit-files.ts';
import {
  buildGpx,
  buildTcx,
  type FilePoint,
  listPoints,
} from '#kit/workout-files/xml-files.ts';
import { decodeFile } from './decode-file.ts';

function decode(bytes: Uint8Array) {
  const decoded = decodeFile(bytes, 'file', { timeZone: 'UTC' });
  return decoded.outcome === 'workouts' ? decoded.workouts[0] : undefined;
}

const decodeText = (text: string) => decode(Buffer.from(text));

function decodeTrack(...segments: (readonly FilePoint[])[]) {
  return decodeText(buildGpx({ tracks: [{ type: 'running', segments }] }));
}

const start = '2026-07-01T06:00:00Z';

/** Degrees to the north of a meter. */
const meter = 180 / (Math.PI * 6_371_008.8);

/** Lists points by their seconds and meters to the north. */
function listAt(places: readonly [seconds: number, meters: number][]): FilePoint[] {
  const startMs = Date.parse(start);
  return places.map(([seconds, meters]) => ({
    time: new Date(startMs + seconds * 1000).toISOString(),
    lat: 52 + meters * meter,
    lon: 13,
  }));
}

/** Lists a point each second on the way between two, with as much speed. */
function listWay(from: number, fromMeters: number, seconds: number, speed: number) {
  return listAt(
    Array.from({ length: seconds + 1 }, (_, index) => [
      from + index,
      fromMeters + index * speed,
    ]),
  );
}

describe('the fastest distances of a workout', () => {
  it('are anywhere in it', () => {
    const points = [...listWay(0, 0, 400, 2), ...listWay(401, 805, 300, 5)];
    expect(decodeTrack([...points, ...listWay(702, 2308, 400, 2)])?.best).toEqual({
      km1: 200,
    });
  });

  it('have the time of a pause, but not that before the start', () => {
    const [standing, run] = [listWay(0, 0, 300, 0), listWay(301, 0, 151, 4)];
    const rest = listWay(552, 604, 100, 4);
    expect(decodeTrack([...standing, ...run], rest)?.best).toEqual({ km1: 350 });
  });

  it('have no jump of the positions in them', () => {
    const points = [...listWay(0, 0, 250, 2), ...listWay(251, 900, 300, 3)];
    expect(decodeTrack(points)?.best).toBeUndefined();
  });
});

it.each([
  ['running', 1000, [null]],
  ['cycling', 1000, [50]],
  ['cycling', 2000, [null]],
])(
  'a speed that only an error of the positions has is unknown: %s, %i m',
  (type, meters, speeds) => {
    const [before, after] = [listWay(0, 0, 300, 3), listWay(303, 903, 300, 3)];
    // A single one would be left out.
    const errors = listAt([301, 302].map((seconds) => [seconds, meters]));
    const segments = [[...before, ...errors, ...after]];
    const { speed } =
      decodeText(buildGpx({ tracks: [{ type, segments }] }))?.curves?.series ?? {};
    expect(speed?.filter((each) => each !== 3)).toEqual(speeds);
  },
);

/** Writes a run or a ride with a cadence and a power, in each format that has them. */
function writeEffort(sport: 'run' | 'ride', cadence: number): Buffer[] {
  const points = listPoints({ start, count: 20, from: [52, 13], hr: () => 150 });
  const [type, name, number] = {
    run: ['running', 'Running', 1] as const,
    ride: ['cycling', 'Biking', 2] as const,
  }[sport];
  const gpx = buildGpx({ tracks: [{ type, segments: [points] }] });
  const tcx = buildTcx([{ sport: name, id: start, laps: [{ start, points }] }]);
  const records = listRecords({
    start,
    count: 20,
    toValues: () => ({ cadence, power: 250 }),
  });
  const session = { sport: number, start_time: start, total_elapsed_time: 20 };
  return [
    gpx
      .replaceAll('<extensions>', '<extensions><power>250</power>')
      .replaceAll('</gpxtpx:hr>', `</gpxtpx:hr><gpxtpx:cad>${cadence}</gpxtpx:cad>`),
    tcx.replaceAll(
      '</Trackpoint>',
      `<Cadence>${cadence}</Cadence><Extensions><TPX><Watts>250</Watts></TPX></Extensions>
</Trackpoint>`,
    ),
    encodeFit(listActivityMessages({ sessions: [session], records, end: start })),
  ].map((file) => Buffer.from(file));
}

it.each([
  { sport: 'ride', recorded: 85, cadence: 85 },
  { sport: 'run', recorded: 85, cadence: 170 },
  // Some apps count both feet.
  { sport: 'run', recorded: 172, cadence: 172 },
] as const)('$recorded a minute of a $sport is a cadence of $cadence', (effort) => {
  const { sport, recorded, cadence } = effort;
  for (const file of writeEffort(sport, recorded)) {
    const { series } = decode(file)?.curves ?? {};
    const known = [series?.cadence, series?.power].map((values) => new Set(values));
    expect(known).toEqual([new Set([cadence]), new Set([250])]);
  }
});

it('points of two segments in one second are one', () => {
  const later = listWay(100.5, 300, 100, 3);
  const { seconds = [] } =
    decodeTrack(later, listWay(0, 0, 100, 3))?.curves?.series ?? {};
  expect(seconds).toEqual(Array.from({ length: 201 }, (_, second) => second));
});

describe('the outline of a workout', () => {
  it('has the corners of its way, and a part after each gap', () => {
    const north = listWay(0, 0, 300, 3);
    const east = north.map((point, index) => ({
      ...point,
      time: new Date(Date.parse(point.time ?? '') + 301_000).toISOString(),
      lat: 52 + 900 * meter,
      lon: 13 + index / 10_000,
    }));
    const far = listWay(700, 5000, 100, 3);
    const outline = decodeTrack([...north, ...east], far)?.curves?.outline;
    expect(outline).toMatchObject([
      [
        [52, 13],
        [52.00809, 13],
        [52.00809, 13.03],
      ],
      [
        [52.04497, 13],
        [52.04766, 13],
      ],
    ]);
  });
});

it('the laps of a TCX file have what it states, and its totals beside those of points', () => {
  const points = listPoints({ start, count: 101, from: [52, 13], hr: () => 150 });
  const laps = [
    { start, seconds: 500, meters: 1500, avgHr: 150, maxHr: 160, points },
    { start: '2026-07-01T06:08:20Z', seconds: 500, meters: 1500, avgHr: 150 },
  ];
  const text = buildTcx([{ sport: 'Running', id: start, laps }]);
  expect(decodeText(text)?.curves?.series).toMatchObject({
    laps: [
      {
        start: 0,
        duration: 500,
        distance: 1500,
        avg_heart_rate: 150,
        max_heart_rate: 160,
      },
      { start: 500, duration: 500, distance: 1500, avg_heart_rate: 150 },
    ],
    stated: { distance: 3000, max_heart_rate: 160 },
    summed: { distance: 3335.9, max_heart_rate: 150 },
  });
});

it('a lap without a heart rate has none', () => {
  const laps = [{ start, seconds: 60, meters: 200 }];
  const { series } =
    decodeText(buildTcx([{ id: start, laps: [...laps, ...laps] }]))?.curves ?? {};
  expect(series?.laps?.[0]).toEqual({ start: 0, duration: 60, distance: 200 });
});

it('a lap that is not kept is counted', () => {
  const laps = Array.from({ length: 250 }, () => ({ start, seconds: 60, meters: 200 }));
  const { series } = decodeText(buildTcx([{ id: start, laps }]))?.curves ?? {};
  expect(series).toMatchObject({ laps: { length: 200 }, lap_count: 250 });
});

/** Decodes a FIT file whose session begins at 6:00, and its first record later. */
function decodeRecords(
  session: { sport: number; seconds: number; pool_length?: number },
  records: { first: number; interval: number; meters: readonly number[] },
) {
  const at = (seconds: number) =>
    new Date(Date.parse(start) + seconds * 1000).toISOString();
  const { seconds, ...facts } = session;
  const times = { total_elapsed_time: seconds, total_timer_time: seconds };
  const sessions = [{ start_time: start, timestamp: at(seconds), ...times, ...facts }];
  const { first, interval, meters } = records;
  const toValues = (index: number) => ({ distance: meters[index] });
  const listed = { start: at(first), interval, count: meters.length, toValues };
  return decode(
    encodeFit(listActivityMessages({ sessions, records: listRecords(listed) })),
  );
}

/** Lists what a recorder has counted, with as many meters from each record to the next. */
function countUp(from: number, count: number, step: number) {
  return Array.from({ length: count }, (_, index) => from + index * step);
}

describe('a recording that begins after its session', () => {
  it('has the first length of a swim, from the start', () => {
    const lengths = { first: 30, interval: 30, meters: countUp(25, 40, 25) };
    const swim = decodeRecords({ sport: 5, seconds: 1210 }, lengths);
    expect(swim?.best).toEqual({ km1: 1200 });
    const { seconds, distance, speed, summed } = swim?.curves?.series ?? {};
    expect([seconds?.[0], distance?.[0], speed?.[0]]).toEqual([30, 25, 0.83]);
    expect([distance?.at(-1), summed]).toEqual([1000, undefined]);
  });

  it('has it in a pool of a known length also if the swimmer rests after it', () => {
    const meters = [25, 25, ...countUp(50, 39, 25)];
    const lengths = { first: 30, interval: 30, meters };
    const swim = decodeRecords({ sport: 5, seconds: 1240, pool_length: 25 }, lengths);
    expect(swim?.curves?.series.distance?.at(-1)).toBe(1000);
  });

  it.each([
    { sport: 1, seconds: 1900, first: 590, from: 3500, speed: 3, km1: 333 },
    { sport: 2, seconds: 1800, first: 500, from: 20_000, speed: 8, km1: 125 },
  ])('has no way before the first record of a file that was cropped', (file) => {
    const { first, from, speed, km1, ...session } = file;
    const meters = countUp(from, 1300, speed);
    const workout = decodeRecords(session, { first, interval: 1, meters });
    expect(workout?.best?.km1).toBe(km1);
    const { distance, speed: speeds } = workout?.curves?.series ?? {};
    expect(distance?.at(-1)).toBe(1299 * speed);
    expect(new Set(speeds)).toEqual(new Set([speed]));
  });
});

it('a leg that counts from 0 has its meters, though it begins with a record of the leg before', () => {
  const at = (seconds: number) =>
    new Date(Date.parse(start) + seconds * 1000).toISOString();
  const legs = [
    { sport: 1, first: 0, count: 1001, speed: 3 },
    { sport: 2, first: 1001, count: 2000, speed: 8 },
  ];
  const records = legs.flatMap(({ first, count, speed }, leg) =>
    listRecords({
      start: at(first),
      count,
      toValues: (index) => ({ distance: (index + leg) * speed }),
    }),
  );
  const sessions = [
    { sport: 1, start_time: start, timestamp: at(1000), total_distance: 3000 },
    { sport: 2, start_time: at(1000), timestamp: at(3000), total_distance: 16_000 },
  ];
  const bytes = encodeFit(listActivityMessages({ sessions, records }));
  const decoded = decodeFile(bytes, 'file', { timeZone: 'UTC' });
  const workouts = decoded.outcome === 'workouts' ? decoded.workouts : [];
  const [run, ride] = workouts.map(({ curves }) => curves?.series);
  expect([run?.distance?.at(-1), run?.summed]).toEqual([2997, undefined]);
  expect([ride?.distance?.at(-1), ride?.summed]).toEqual([16_000, undefined]);
});

it('a gap in a segment of a track is no pause, wherever it ends', () => {
  const run = listWay(0, 0, 600, 3);
  const back = decodeTrack([...run, ...listWay(4200, 1850, 600, 3)]);
  expect(back).toMatchObject({ duration: 4800, distance: 3650 });
  expect(back?.elapsed).toBeUndefined();
});
