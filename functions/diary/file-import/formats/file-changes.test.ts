import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { encodeFit } from '#kit/workout-files/fit-encoder.ts';
import { listActivityMessages, listRecords } from '#kit/workout-files/fit-files.ts';
import type { FitValues } from '#kit/workout-files/fit-profile.ts';
import { buildGpx, buildTcx, listPoints } from '#kit/workout-files/xml-files.ts';
import { applyTable } from '../archives/strava-activities.ts';
import { decodeFile } from './decode-file.ts';
import { type ChangeCounts, fileChanges } from './file-changes.ts';

const start = '2026-07-01T06:00:00Z';
const end = '2026-07-01T06:10:00Z';
const from = [52.52, 13.4] as const;
const segment = listPoints({ start, count: 61, from, hr: () => 140 });
const gpx = toGpx(segment);
const lap = { start, seconds: 600, meters: 1500, avgHr: 140, points: segment };
const tcx = buildTcx([{ sport: 'Running', id: start, laps: [lap] }]);
const session = {
  start_time: start,
  timestamp: end,
  sport: 1,
  total_timer_time: 600,
  total_distance: 1500,
  total_calories: 100,
  avg_heart_rate: 140,
  max_heart_rate: 150,
} satisfies FitValues<'session'>;
const heart_rate = 140;
const records = listRecords({
  start,
  count: 601,
  from,
  toValues: (distance) => ({ heart_rate, distance, calories: Math.floor(distance / 6) }),
});
const localEnd = '2026-07-01T08:10:00Z';

function toGpx(...segments: (typeof segment)[]) {
  return buildGpx({ tracks: [{ type: 'running', segments }] });
}

function toTcx(more: Partial<typeof lap> & object, id = start) {
  return buildTcx([{ sport: 'Running', id, laps: [{ ...lap, ...more }] }]);
}

function toFit(values: FitValues<'session'>, more = {}) {
  const activity = { sessions: [{ ...session, ...values }], records, localEnd };
  return encodeFit(listActivityMessages({ ...activity, ...more }));
}

const fit = toFit({});
const cutOff = fit.subarray(0, 600);
const withoutSession = encodeFit(listActivityMessages({ records }));
const sincePowerOn = {
  start_time: 100,
  timestamp: 700,
  start_position_lat: from[0],
  start_position_long: from[1],
};
const untimed = { segments: [segment.map(({ lat = 0, lon = 0 }) => ({ lat, lon }))] };

function findChanges(content: Uint8Array | string): ChangeCounts | undefined {
  const decoded = decodeFile(Buffer.from(content), 'file', { timeZone: 'Europe/Berlin' });
  const found = applyTable(decoded, { sport: 'Run', energy: undefined });
  return found.outcome === 'workouts' ? found.changes : undefined;
}

it.each([
  { title: 'FIT', content: fit },
  { title: 'GPX', content: gpx },
  { title: 'TCX', content: tcx },
  {
    title: 'GPX between zeros and comments',
    content: `\0\0<!-- a -->${gpx}\0<!-- b --><!-- cut off`,
  },
])('nothing is changed in $title that has all', ({ content }) => {
  expect(decodeFile(Buffer.from(content), 'a', { timeZone: 'UTC' })).toMatchObject({
    outcome: 'workouts',
  });
  expect(findChanges(content)).toBeUndefined();
});

const far = { time: '2026-06-01T06:00:00Z', lat: -33, lon: 151 };
const cases: { title: string; content: Uint8Array | string; changes: ChangeCounts }[] = [
  {
    title: 'forbidden characters',
    content: gpx.replace('Track<', 'A\x01 & B\x02<'),
    changes: { characters_repaired: 3 },
  },
  {
    title: 'bytes after a FIT',
    content: Buffer.concat([fit, Buffer.from('end')]),
    changes: { rest_ignored: 1 },
  },
  { title: 'a second document', content: gpx + tcx, changes: { rest_ignored: 1 } },
  {
    title: 'text far after a document',
    content: `${gpx}${' '.repeat(100_000)}end`,
    changes: { rest_ignored: 1 },
  },
  {
    title: 'bytes after a gzip',
    content: Buffer.concat([gzipSync(gpx), Buffer.from('end')]),
    changes: { rest_ignored: 1 },
  },
  {
    title: 'a FIT without a session',
    content: withoutSession,
    changes: { summary_missing: 1, sport_from_table: 1 },
  },
  {
    title: 'times since power-on',
    content: toFit(sincePowerOn, { records: [], end: 700, localEnd }),
    changes: { clock_restored: 1 },
  },
  {
    title: 'an offset that there is nowhere',
    content: gpx.replaceAll(/(T06:\d\d:\d\d\.000)Z/g, '$1+02:07'),
    changes: { offset_corrected: 1 },
  },
  {
    title: 'an offset of the end of summer time',
    content: toFit({}, { localEnd: '2026-07-01T08:13:00Z' }),
    changes: { offset_corrected: 1 },
  },
  {
    title: 'no zone and no place',
    content: toTcx({ points: [] }),
    changes: { zone_assumed: 1 },
  },
  {
    title: 'a start without a zone',
    content: toTcx({}, start.slice(0, -1)),
    changes: { start_time_unknown: 1 },
  },
  {
    title: 'a first point of another day and continent',
    content: toGpx([far, ...segment]),
    changes: { first_point_ignored: 1 },
  },
  {
    title: 'a segment that is there twice',
    content: toGpx(segment, segment),
    changes: { points_ignored: 60 },
  },
  {
    title: 'a single position far away',
    content: toGpx(
      segment.map((point, at) => (at === 30 ? { ...point, lat: 60 } : point)),
    ),
    changes: { position_implausible: 1 },
  },
  {
    title: 'laps without seconds',
    content: toTcx({ seconds: 0 }),
    changes: { duration_computed: 1, heart_rate_computed: 1 },
  },
  {
    title: 'laps without meters',
    content: toTcx({ meters: 0 }),
    changes: { distance_computed: 1 },
  },
  {
    title: 'a session without numbers',
    content: toFit({
      total_timer_time: undefined,
      total_distance: undefined,
      total_calories: undefined,
      avg_heart_rate: undefined,
    }),
    changes: {
      duration_computed: 1,
      distance_computed: 1,
      energy_computed: 1,
      heart_rate_computed: 1,
    },
  },
  {
    title: 'a number that means "unknown"',
    content: toFit({ total_calories: 65_534 }, { records: [] }),
    changes: { energy_implausible: 1 },
  },
  {
    title: 'numbers that no workout has',
    content: buildTcx([
      {
        sport: 'Running',
        id: start,
        laps: [
          {
            ...lap,
            meters: 9e6,
            calories: 9000,
            avgHr: 400,
            maxSpeed: 200,
            points: segment.map((point, index) => ({ ...point, ele: index * 1000 })),
          },
        ],
      },
    ]),
    changes: {
      distance_implausible: 1,
      energy_implausible: 1,
      heart_rate_implausible: 1,
      max_speed_implausible: 1,
      elevation_gain_implausible: 1,
    },
  },
  {
    title: 'a sport that only the table has',
    content: gpx.replace('<type>running</type>', ''),
    changes: { sport_from_table: 1 },
  },
  {
    title: 'a track without times beside one with them',
    content: buildGpx({ tracks: [{ type: 'running', segments: [segment] }, untimed] }),
    changes: { workouts_left_out: 1 },
  },
  {
    title: 'a track without a duration beside one with times, and no place',
    content: buildGpx({
      tracks: [{ type: 'running', segments: [segment] }, { segments: [[{ time: end }]] }],
    }),
    changes: { workouts_left_out: 1 },
  },
  {
    title: 'a damaged file in one with another',
    content: Buffer.concat([fit, cutOff.subarray(0, 60)]),
    changes: { workouts_left_out: 1 },
  },
];

it.each(cases)('says what was changed in a file with $title', ({ content, changes }) => {
  expect(findChanges(content)).toEqual(changes);
});

it('has a file for each change that a reader makes', () => {
  const seen = new Set(cases.flatMap(({ changes }) => Object.keys(changes)));
  // The run of an import adds these, archives of Apple Health and Strava and tables have others.
  const run = ['sport_unknown', 'workouts_refused'];
  const values = ['values_implausible', 'values_left_out', 'values_removed'];
  const foods = ['nutrients_implausible', 'edited_kept', 'entries_removed'];
  const ofTable = ['energy_from_table'];
  const ofSeries = ['series_waiting', 'series_left_out'];
  const ofExports = ['terms_forbid', ...ofSeries, 'images_left_out'];
  const added = [
    ...run,
    ...ofTable,
    ...values,
    'sleep_unrecorded',
    ...foods,
    ...ofExports,
  ];
  expect([...seen, ...added].toSorted()).toEqual([...fileChanges].toSorted());
});
