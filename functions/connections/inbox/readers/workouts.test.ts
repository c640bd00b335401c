import { expect, it } from 'vitest';
import type { FileWorkout } from '#functions/diary/workout-import/workout.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { workoutWords } from './hae-words.data.ts';
import { readPush } from './read-push.ts';

const read = (message: unknown, zone = 'Europe/Berlin') =>
  readPush(message, { zone, now: new Date('2026-09-21T06:00:00Z') });
const readOne = (workout: object) => {
  const { workouts, unread } = read({ data: { workouts: [workout] } });
  return workouts[0] ?? Object.fromEntries(unread);
};

const run = {
  id: '4F1C3C3B-4D36-4E0E-8A30-4C4F2B0F6D11',
  name: 'Outdoor Run',
  location: 'Outdoor',
  start: '2026-09-20 18:00:00 +0200',
  end: '2026-09-20 18:31:00 +0200',
  duration: 1800,
  activeEnergyBurned: { qty: 1255.2, units: 'kJ' },
  activeEnergy: [
    { date: '2026-09-20 18:00:00 +0200', qty: 10, source: 'Ann’s\u00A0Watch' },
  ],
  distance: { qty: 3.1, units: 'mi' },
  maxSpeed: { qty: 18, units: 'kmph' },
  elevationUp: { qty: 50, units: 'm' },
  heartRate: { avg: { qty: 150.4, units: 'bpm' }, max: { qty: 171, units: 'bpm' } },
};

const clock = (minutes: number) =>
  new Date(Date.parse('2026-09-20T18:00:00Z') + minutes * 60_000)
    .toISOString()
    .replace('T', ' ')
    .replace('.000Z', ' +0200');
const minutes = Array.from({ length: 30 }, (_, minute) => minute);
const route = minutes.flatMap((minute) =>
  [0, 0.5].map((half) => ({
    latitude: 52.5 + (minute + half) * 0.0012,
    longitude: 13.4,
    altitude: 40,
    speed: 2.5,
    timestamp: clock(minute + half),
  })),
);
const heartRateData = minutes.map((minute) => ({
  date: clock(minute),
  Min: 130,
  Avg: 140 + (minute % 2),
  Max: 165,
  units: 'bpm',
}));

it('reads a workout of an iPhone in our units, with the id of Apple', () => {
  expect(readOne(run)).toEqual({
    id: run.id,
    stated: {
      start_time: '2026-09-20T16:00:00.000Z',
      utc_offset: 7200,
      duration: 1800,
      elapsed: 1860,
      energy: 300,
      distance: 4988.97,
      max_speed: 5,
      elevation_gain: 50,
      avg_heart_rate: 150,
      max_heart_rate: 171,
      activity_type_id: getActivityTypeId('run'),
      remote_activity: 'Outdoor Run',
    },
  });
});

it('reads the first version, and keeps a name in another language', () => {
  const { id: _, duration: __, activeEnergyBurned: ___, heartRate, ...first } = run;
  const older = {
    ...first,
    name: 'Musculation',
    activeEnergy: { qty: 200, units: 'kcal' },
    avgHeartRate: { qty: 120, units: 'bpm' },
    maxHeartRate: 140,
    elevation: { ascent: 10, descent: 3, units: 'm' },
    elevationUp: undefined,
  };
  const [one, other] = [readOne(older), readOne({ ...older })];
  expect(one).toMatchObject({
    id: expect.stringMatching(/^\S{40,}$/),
    stated: {
      duration: 1860,
      energy: 200,
      elevation_gain: 10,
      avg_heart_rate: 120,
      max_heart_rate: 140,
      activity_type_id: getActivityTypeId('other_import'),
      remote_activity: 'Musculation',
    },
  });
  expect(other).toEqual(one);
});

it.each([
  { name: 'Running', location: 'Indoor', key: 'run_treadmill' },
  { name: 'Indoor Cycling', key: 'ride_indoor' },
  { name: 'Pool Swim', key: 'swim_laps' },
  { name: 'Swimming', location: 'Open Water', key: 'swim_open' },
  { name: 'Traditional Strength Training', location: 'Indoor', key: 'strength' },
  { name: 'Outdoor Walk', location: '', key: 'walk' },
  { name: 'Hiking', key: 'hike' },
  { name: 'Outdoor Ausführen', location: '', key: 'run' },
  { name: 'Innenräume Radfahren', location: '', key: 'ride_indoor' },
  { name: 'Innenräume Radfahren'.normalize('NFD'), location: '', key: 'ride_indoor' },
  { name: 'Schwimmbad Schwimmen', location: '', key: 'swim_laps' },
  { name: 'Outdoor-Lauf', location: '', key: 'run' },
  { name: 'Gehen', location: 'Indoor', key: 'walk_treadmill' },
  { name: 'Traditionelles Krafttraining', location: '', key: 'strength' },
  { name: 'Hochintensives Intervalltraining', location: '', key: 'studio_hiit' },
  { name: 'Laufen (Indoor)', location: '', key: 'run_treadmill' },
  { name: 'Laufen (Outdoor)', location: 'Outdoor', key: 'run' },
  { name: 'Hochintensives Intervalltraining (HIIT)', location: '', key: 'studio_hiit' },
  { name: 'Poolschwimmen', location: '', key: 'swim_laps' },
  { name: 'constructor', location: 'toString', key: 'other_import' },
  { name: '__proto__', location: '__proto__', key: 'other_import' },
] as const)('reads $name $location as $key', ({ key, ...words }) => {
  const { location, ...rest } = run;
  const read = readOne({ ...rest, ...words });
  expect(read).toMatchObject({
    stated: { activity_type_id: getActivityTypeId(key), remote_activity: words.name },
  });
});

it.each(Object.keys(workoutWords))('knows the sport %s', (name) => {
  const { location: _, ...rest } = run;
  const { activity_type_id } = readOne({ ...rest, name }).stated as FileWorkout;
  expect(activity_type_id).not.toBe(getActivityTypeId('other_import'));
});

it('makes curves, an outline and missing values of a route and heart rates', () => {
  const { distance, heartRate, elevationUp, ...without } = run;
  const read = readOne({ ...without, route: route.toReversed(), heartRateData });
  expect(read).toMatchObject({
    source_name: 'Ann’s Watch',
    sampled: {
      avg_heart_rate: 141,
      max_heart_rate: 141,
      distance: expect.closeTo(3936, -2),
      curves: {
        series: {
          heart_rate: expect.arrayContaining([140, 141]),
          speed: expect.anything(),
        },
        outline: [expect.any(Array)],
      },
    },
  });
  const older = route.map(({ latitude: lat, longitude: lon, ...row }) => ({
    lat,
    lon,
    ...row,
  }));
  expect(readOne({ ...without, route: older, heartRateData })).toEqual(read);
  const ofRates = readOne({ ...run, heartRateData });
  expect(ofRates).toMatchObject({
    sampled: { curves: { series: { seconds: minutes.map((minute) => minute * 60) } } },
  });
});

it('counts what is no workout, and drops absurd values', () => {
  const absurd = {
    ...run,
    duration: 1e300,
    distance: { qty: 1e30, units: 'km' },
    activeEnergyBurned: { qty: {}, units: {} },
    heartRate: { avg: { qty: -1 }, max: [] },
    route: [null, 3, { latitude: 'x' }, { latitude: 91, longitude: 1, timestamp: 'x' }],
    heartRateData: {},
    maxSpeed: 3,
    name: {},
    location: [],
  };
  expect(readOne(absurd)).toMatchObject({ stated: { duration: 1860, elapsed: 1860 } });
  expect(readOne(absurd)).not.toHaveProperty('stated.distance');
  for (const broken of [
    {},
    { ...run, start: '2026-02-30 18:00:00 +0200' },
    { ...run, end: run.start },
    { ...run, end: '2026-09-20 17:00:00 +0200' },
    { ...run, start: '2026-09-20 18:00:00 +9900' },
    { ...run, end: 5 },
  ])
    expect(readOne(broken)).toEqual({
      'workouts: no plausible start and duration': 1,
    });
});

it('reads sessions of Health Connect, and the ids of deleted ones', () => {
  const exercise = {
    type: '56',
    start_time: '2026-09-20T07:00:00.123456789Z',
    end_time: '2026-09-20T08:00:00Z',
    duration_seconds: 3600,
    uuid: 'e',
    source: 'com.sec.android.app.shealth',
  };
  const push = read({
    source: 'health_connect',
    exercise: [
      exercise,
      { ...exercise, uuid: 'o', type: '0', metadata: { start_zone_offset: '-05:00' } },
      { ...exercise, uuid: 'i', type: 'functionalStrengthTraining' },
      { type: '56' },
    ],
    deleted_records: [{ type: 'exercise', uuid: 'old' }],
  });
  expect(push.workouts).toMatchObject([
    {
      id: 'e',
      source_name: 'com.sec.android.app.shealth',
      stated: { activity_type_id: getActivityTypeId('run'), utc_offset: 7200 },
    },
    {
      id: 'o',
      stated: {
        activity_type_id: getActivityTypeId('other_import'),
        remote_activity: '',
        utc_offset: -18_000,
      },
    },
    { id: 'i', stated: { activity_type_id: getActivityTypeId('strength_crossfit') } },
  ]);
  expect(push.deletions).toEqual([{ type: 'workout', external_id: 'old' }]);
  expect(push.unread).toEqual(
    new Map([['workouts: no plausible start and duration', 1]]),
  );
});

it('takes a workout without an id for the same wherever its person is', () => {
  const { id: _, ...first } = run;
  const times = { start: '2026-09-20T16:00:00Z', end: '2026-09-20T16:31:00Z' };
  const exercise = { type: '56', start_time: times.start, end_time: times.end };
  for (const message of [
    { data: { workouts: [{ ...first, ...times }] } },
    { source: 'health_connect', exercise: [exercise] },
  ]) {
    const ids = ['Europe/Berlin', 'Asia/Tokyo'].map(
      (zone) => read(message, zone).workouts[0]?.id,
    );
    expect(ids).toEqual([expect.any(String), ids[0]]);
  }
});
