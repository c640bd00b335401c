import { describe, expect, it } from 'vitest';
import { encodeFit, type FitOptions, message } from '#kit/workout-files/fit-encoder.ts';
import {
  type BuiltActivity,
  listActivityMessages,
  listRecords,
} from '#kit/workout-files/fit-files.ts';
import type { FitValues } from '#kit/workout-files/fit-profile.ts';
import { withoutCurves } from '#kit/workout-files/without-curves.ts';
import {
  type ActivityTypeKey,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import { decodeFile } from './decode-file.ts';

const run = {
  timestamp: '2026-03-01T09:50:00Z',
  start_time: '2026-03-01T09:00:00Z',
  start_position_lat: 52.52,
  start_position_long: 13.4,
  sport: 1,
  sub_sport: 0,
  total_elapsed_time: 3000,
  total_timer_time: 2900.4,
  total_distance: 10_012.34,
  total_calories: 654,
  avg_heart_rate: 150,
  max_heart_rate: 171,
  total_ascent: 85,
  enhanced_max_speed: 4.2,
} satisfies FitValues<'session'>;

const runWorkout = {
  start_time: '2026-03-01T09:00:00.000Z',
  utc_offset: 3600,
  duration: 2900,
  elapsed: 3000,
  energy: 654,
  distance: 10_012.34,
  avg_heart_rate: 150,
  max_heart_rate: 171,
  max_speed: 4.2,
  elevation_gain: 85,
  activity_type_id: getActivityTypeId('run'),
  remote_activity: 'running',
  device: { manufacturer: 'Garmin', model: 'Forerunner 935' },
};

const identity = 'fit-1-3949668594-1141290000';

function decode(bytes: Uint8Array) {
  return withoutCurves(
    decodeFile(bytes, 'activity.fit', { timeZone: 'America/New_York' }),
  );
}

function encode(activity: BuiltActivity, options?: FitOptions): Buffer {
  return encodeFit(listActivityMessages(activity), options);
}

/** Decodes an activity of one session, and returns its workout. */
function decodeSession(values: FitValues<'session'>, activity: BuiltActivity = {}) {
  const decoded = decode(encode({ ...activity, sessions: [values] }));
  const [workout] = decoded.outcome === 'workouts' ? decoded.workouts : [];
  return workout ?? decoded;
}

const records = listRecords({
  start: '2026-03-01T09:00:00Z',
  count: 121,
  from: [52.52, 13.4],
  toValues: (index) => ({
    heart_rate: 140 + (index % 20),
    distance: index * 3,
    enhanced_speed: 3 + (index % 2),
    enhanced_altitude: 30 + index / 4,
  }),
});

/** The sums of `records`. */
const recordsWorkout = {
  start_time: '2026-03-01T09:00:00.000Z',
  utc_offset: 3600,
  duration: 120,
  distance: 360,
  avg_heart_rate: 149,
  max_heart_rate: 159,
  max_speed: 4,
  elevation_gain: 30,
  device: { manufacturer: 'Garmin', model: 'Forerunner 935' },
};

const unknownSport = {
  activity_type_id: getActivityTypeId('other_import'),
  remote_activity: 'unknown',
};

describe('a FIT file of one session', () => {
  const whole = { outcome: 'workouts', workouts: [runWorkout], identity };

  it.each<{ title: string; options: FitOptions }>([
    { title: 'as watches write it', options: {} },
    { title: 'with a short header', options: { headerSize: 12 } },
    { title: 'without a checksum', options: { checksum: 'absent' } },
    { title: 'with a wrong checksum', options: { checksum: 'wrong' } },
    { title: 'with big-endian numbers', options: { isBigEndian: true } },
    { title: 'with times in the headers', options: { hasCompressedTimes: true } },
    { title: 'whose size was never written', options: { statedSize: 0 } },
    { title: 'that promises more bytes', options: { statedSize: 100_000 } },
  ])('is a workout $title', ({ options }) => {
    expect(decode(encode({ sessions: [run], records }, options))).toEqual(whole);
  });

  it('is a workout with developer fields', () => {
    const own = { 0: Buffer.from([1, 2, 3]), 7: Buffer.from('text\0') };
    const messages = [
      message('developer_data_id', { developer_data_index: 0 }),
      message('field_description', {
        developer_data_index: 0,
        field_definition_number: 0,
        fit_base_type_id: 2,
        field_name: 'Power',
        units: 'W',
      }),
      ...records.map((values) => message('record', values, own)),
      message('session', run, own),
    ];
    const [fileId, ...rest] = listActivityMessages({});
    const bytes = encodeFit([...(fileId ? [fileId] : []), ...messages, ...rest]);
    expect(decode(bytes)).toEqual(whole);
  });

  it('does not need its records', () => {
    expect(decode(encode({ sessions: [run] }))).toEqual(whole);
  });

  it('lasts from start to end if the device counts no pauses', () => {
    const { total_timer_time, ...rest } = run;
    expect(decodeSession(rest)).toMatchObject({ duration: 3000 });
    expect(decodeSession(rest)).not.toHaveProperty('elapsed');
  });

  it('has no values that the device marks as unknown', () => {
    const bare = {
      timestamp: run.timestamp,
      start_time: run.start_time,
      sport: 10,
      sub_sport: 20,
      total_timer_time: 1800,
      total_calories: 0xffff,
      avg_heart_rate: 0xff,
      total_distance: 0xffff_ffff / 100,
    };
    expect(decodeSession(bare)).toEqual({
      start_time: '2026-03-01T09:00:00.000Z',
      utc_offset: -18_000,
      duration: 1800,
      activity_type_id: getActivityTypeId('strength'),
      remote_activity: 'training/strength_training',
      device: { manufacturer: 'Garmin', model: 'Forerunner 935' },
    });
  });

  it('starts when its end says if it has no start', () => {
    const { start_time, ...rest } = run;
    expect(decodeSession(rest)).toEqual(runWorkout);
  });
});

describe('a session whose numbers are floats', () => {
  const floats = { numberType: 'float64' } as const;
  const clockTime = (Date.parse(run.start_time) - Date.parse('1989-12-31T00:00Z')) / 1000;
  const decodeFloats = (values: object) =>
    decode(encode({ sessions: [{ ...run, ...values }] }, floats));

  it('is a workout', () => {
    expect(decodeFloats({})).toMatchObject({ workouts: [runWorkout] });
  });

  it.each([
    1e13,
    1e300,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    0xffffffff + 1,
    clockTime + 0.5,
  ])('starts when its end says if its start is %d', (start_time) => {
    expect(decodeFloats({ start_time })).toMatchObject({ workouts: [runWorkout] });
  });

  it.each([1e13, 1e300, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'has no start if it lasts %d seconds and states only its end',
    (total_elapsed_time) => {
      const values = { start_time: undefined, total_elapsed_time };
      expect(decodeFloats(values)).toEqual({
        outcome: 'skipped',
        reason: 'implausible_times',
      });
    },
  );

  it('has no start outdoors or indoors if all its times are too large', () => {
    const [start_time, timestamp] = [1e13, 1e13];
    const reason = 'implausible_times';
    expect(decodeFloats({ start_time, timestamp })).toMatchObject({ reason });
    const position = { start_position_lat: undefined, start_position_long: undefined };
    expect(decodeFloats({ start_time, timestamp, ...position })).toMatchObject({
      reason,
    });
  });

  it('is summed up from the records that have a time of the protocol', () => {
    const [first, ...others] = records;
    const far = { ...first, timestamp: 1e13 };
    const bytes = encode({ records: [...others, far] }, floats);
    expect(decode(bytes)).toMatchObject({ workouts: [{ duration: 119 }] });
  });
});

describe('the sport of a session', () => {
  it.each<{ sport: number; sub_sport?: number; word: string; key: ActivityTypeKey }>([
    { sport: 1, sub_sport: 1, word: 'running/treadmill', key: 'run_treadmill' },
    { sport: 1, sub_sport: 3, word: 'running/trail', key: 'run_trail' },
    { sport: 2, word: 'cycling', key: 'ride' },
    { sport: 2, sub_sport: 6, word: 'cycling/indoor_cycling', key: 'ride_indoor' },
    { sport: 2, sub_sport: 7, word: 'cycling/road', key: 'ride_road' },
    { sport: 2, sub_sport: 46, word: 'cycling/gravel_cycling', key: 'ride_gravel' },
    {
      sport: 4,
      sub_sport: 14,
      word: 'fitness_equipment/indoor_rowing',
      key: 'machine_row',
    },
    { sport: 15, sub_sport: 58, word: 'rowing/virtual_activity', key: 'machine_row' },
    { sport: 87, word: 'geocaching', key: 'hike' },
    { sport: 5, sub_sport: 17, word: 'swimming/lap_swimming', key: 'swim_laps' },
    { sport: 5, sub_sport: 18, word: 'swimming/open_water', key: 'swim_open' },
    { sport: 10, sub_sport: 43, word: 'training/yoga', key: 'mindbody_yoga' },
    {
      sport: 12,
      sub_sport: 42,
      word: 'cross_country_skiing/skate_skiing',
      key: 'winter_ski_skate',
    },
    { sport: 53, sub_sport: 53, word: 'diving/single_gas_diving', key: 'water_scuba' },
    { sport: 17, word: 'hiking', key: 'hike' },
    { sport: 1, sub_sport: 200, word: 'running', key: 'run' },
    { sport: 0, word: 'generic', key: 'other_import' },
    { sport: 199, word: 'sport 199', key: 'other_import' },
  ])('$word is $key', ({ sport, sub_sport = 0, word, key }) => {
    expect(decodeSession({ ...run, sport, sub_sport })).toMatchObject({
      activity_type_id: getActivityTypeId(key),
      remote_activity: word,
    });
  });

  it('is the name of the profile if that says more than the number', () => {
    const more = [message('sport', { sport: 0, sub_sport: 0, name: 'Badminton' })];
    expect(decodeSession({ ...run, sport: 0 }, { more })).toMatchObject({
      remote_activity: 'Badminton',
      activity_type_id: getActivityTypeId('racket_badminton'),
    });
    expect(decodeSession(run, { more })).toMatchObject({ remote_activity: 'running' });
  });

  it('is that of the file if the session has none', () => {
    const { sport, sub_sport, ...rest } = run;
    const more = [message('sport', { sport: 2, sub_sport: 8, name: 'MTB' })];
    expect(decodeSession(rest, { more })).toMatchObject({
      remote_activity: 'cycling/mountain',
      activity_type_id: getActivityTypeId('ride_mountain'),
    });
  });
});

describe('the day of a session', () => {
  /** A run of 20 minutes in Tokyo, which ends at 7 in the morning. */
  const tokyo = {
    ...run,
    start_time: '2026-03-01T21:40:00Z',
    timestamp: '2026-03-01T22:00:00Z',
    start_position_lat: 35.68,
    start_position_long: 139.77,
    total_elapsed_time: 1200,
    total_timer_time: 1200,
  };
  const { start_position_lat, start_position_long, ...indoor } = tokyo;

  it('is that of the local time that the device shows', () => {
    const workout = decodeSession(indoor, { localEnd: '2026-03-02T07:00:00Z' });
    expect(workout).toMatchObject({ utc_offset: 9 * 3600 });
  });

  it.each([22, 51])('is right if the local time is %i minutes off', (minutes) => {
    const localEnd = `2026-03-02T07:${minutes}:00Z`;
    const workout = decodeSession(indoor, { localEnd });
    expect(workout).toMatchObject({ local_day: '2026-03-02' });
    expect(workout).not.toHaveProperty('utc_offset');
  });

  it('is that of the place if the local time is that of UTC', () => {
    const workout = decodeSession(tokyo, { localEnd: '2026-03-01T22:00:00Z' });
    expect(workout).toMatchObject({ utc_offset: 9 * 3600 });
  });

  it('is in UTC indoors if the local time is', () => {
    const workout = decodeSession(indoor, { localEnd: '2026-03-01T22:00:00Z' });
    expect(workout).toMatchObject({ utc_offset: 0 });
  });

  it.each([
    { title: 'no local time', localEnd: undefined },
    { title: 'the local time of another year', localEnd: '2020-03-02T07:00:00Z' },
    { title: 'the local time of a clock that was not set', localEnd: 3600 },
  ])('is that of the place with $title', ({ localEnd }) => {
    expect(decodeSession(tokyo, { localEnd })).toMatchObject({ utc_offset: 9 * 3600 });
  });

  it('is that of the first position if the session states none', () => {
    const path = listRecords({
      start: tokyo.start_time,
      count: 5,
      from: [35.68, 139.77],
    });
    const found = [...listRecords({ start: tokyo.start_time, count: 3 }), ...path];
    expect(decodeSession(indoor, { records: found })).toMatchObject({
      utc_offset: 9 * 3600,
    });
  });

  it('is that of the person without any position', () => {
    expect(decodeSession(indoor)).toMatchObject({ utc_offset: -5 * 3600 });
  });

  it('is that of the person on the island of a virtual ride', () => {
    const island = { start_position_lat: -11.64, start_position_long: 166.95 };
    const virtual = { ...tokyo, ...island, sport: 2, sub_sport: 58 };
    expect(decodeSession(virtual)).toMatchObject({
      utc_offset: -5 * 3600,
      activity_type_id: getActivityTypeId('ride_virtual'),
    });
  });
});

describe('a FIT file of several sessions', () => {
  const at = (minutes: number) =>
    new Date(Date.parse('2026-06-07T06:00:00Z') + minutes * 60_000).toISOString();
  const leg = (from: number, to: number, sport: number, sub_sport = 0) => ({
    ...run,
    start_time: at(from),
    timestamp: at(to),
    sport,
    sub_sport,
    total_elapsed_time: (to - from) * 60,
    total_timer_time: (to - from) * 60,
  });
  const legs = [leg(0, 25, 5, 18), leg(28, 90, 2, 7), leg(92, 135, 1)];
  const triathlon = [
    { remote_activity: 'swimming/open_water', duration: 1500, utc_offset: 7200 },
    { remote_activity: 'cycling/road', duration: 3720, utc_offset: 7200 },
    { remote_activity: 'running', duration: 2580, utc_offset: 7200 },
  ];

  it('has a workout for each leg of a triathlon, and none for the transitions', () => {
    const [swim, ride, lastRun] = legs;
    const transitions = [leg(25, 28, 3, 34), leg(90, 92, 3, 32)];
    const sessions = [swim, transitions[0], ride, transitions[1], lastRun];
    const decoded = decode(
      encode({ sessions: sessions.filter((one) => one !== undefined) }),
    );
    expect(decoded).toMatchObject({ workouts: triathlon });
  });

  it('has no workout for the sum of its legs', () => {
    const decoded = decode(encode({ sessions: [leg(0, 135, 18), ...legs] }));
    expect(decoded).toMatchObject({ workouts: triathlon });
  });

  it('has a workout for the sum if there are no legs', () => {
    expect(decode(encode({ sessions: [leg(0, 135, 18)] }))).toMatchObject({
      workouts: [{ remote_activity: 'multisport', duration: 8100 }],
    });
  });

  it('has those before the place where it was cut off', () => {
    const bytes = encode({ sessions: legs });
    // The activity has 13 bytes besides its definition of 15, and the session before it has 41.
    expect(decode(bytes.subarray(0, -60))).toMatchObject({
      workouts: triathlon.slice(0, 2),
    });
  });
});

describe('chained FIT files', () => {
  const later = { ...run, start_time: run.timestamp, timestamp: '2026-03-01T10:40:00Z' };
  const settings = encodeFit([message('file_id', { type: 2, manufacturer: 1 })]);

  it.each<{ title: string; options: FitOptions }>([
    { title: 'with checksums', options: {} },
    { title: 'without checksums', options: { checksum: 'absent' } },
  ])('have the workouts of all $title, and no identity', ({ options }) => {
    const files = [encode({ sessions: [run] }, options), encode({ sessions: [later] })];
    expect(decode(Buffer.concat(files))).toEqual({
      outcome: 'workouts',
      workouts: [runWorkout, { ...runWorkout, start_time: '2026-03-01T09:50:00.000Z' }],
    });
  });

  it('have the identity of the only activity', () => {
    const bytes = Buffer.concat([settings, encode({ sessions: [run] })]);
    expect(decode(bytes)).toEqual({
      outcome: 'workouts',
      workouts: [runWorkout],
      identity,
    });
  });

  it('are skipped if none is an activity', () => {
    expect(decode(Buffer.concat([settings, settings]))).toEqual({
      outcome: 'skipped',
      reason: 'not_an_activity',
    });
  });
});

describe('a FIT file without sessions', () => {
  const summed = {
    outcome: 'workouts',
    workouts: [{ ...recordsWorkout, ...unknownSport }],
    changes: { summary_missing: 1 },
  };

  it.each<{ title: string; options: FitOptions }>([
    { title: 'big-endian numbers', options: { isBigEndian: true } },
    { title: 'times in the headers', options: { hasCompressedTimes: true } },
  ])('is summed up from its records with $title', ({ options }) => {
    expect(decode(encode({ records }, options))).toEqual(summed);
  });

  it('is summed up to its end if its size was never written', () => {
    const decoded = decode(encode({ records }, { statedSize: 0 }));
    expect(decoded).toEqual({ ...summed, isCutOff: true });
  });

  it('is summed up to where it was cut off, and has the sport of the file', () => {
    const more = [message('sport', { sport: 1 })];
    const bytes = encode({ records, more });
    // A record has 26 bytes.
    expect(decode(bytes.subarray(0, -10 - 26 * 20))).toMatchObject({
      workouts: [{ duration: 99, distance: 297, remote_activity: 'running' }],
    });
  });

  it('has the distance between its positions if the records state none', () => {
    const path = listRecords({
      start: '2026-03-01T09:00:00Z',
      count: 101,
      from: [52.52, 13.4],
    });
    expect(decode(encode({ records: path }))).toMatchObject({
      workouts: [{ distance: 1111.94 }],
    });
  });

  it('is nothing without records', () => {
    expect(decode(encode({}))).toEqual({ outcome: 'skipped', reason: 'no_workout' });
  });
});

describe('the device of a FIT file', () => {
  it.each<{ title: string; file: FitValues<'file_id'>; device: object | undefined }>([
    {
      title: 'the name that the file states',
      file: { manufacturer: 294, product: 811, product_name: 'COROS PACE 3' },
      device: { manufacturer: 'COROS', model: 'COROS PACE 3' },
    },
    {
      title: 'the number of a product that is not known',
      file: { manufacturer: 23, product: 34 },
      device: { manufacturer: 'Suunto', model: 'Product 34' },
    },
    {
      title: 'the name of a product of Garmin',
      file: { manufacturer: 1, product: 4565 },
      device: { manufacturer: 'Garmin', model: 'Forerunner 970' },
    },
    {
      title: 'the same name in another region',
      file: { manufacturer: 1, product: 3145 },
      device: { manufacturer: 'Garmin', model: 'Forerunner 245' },
    },
    {
      title: 'the maker without a product',
      file: { manufacturer: 265, product: undefined },
      device: { manufacturer: 'Strava', model: 'Strava' },
    },
    {
      title: 'nothing of a maker that is not known',
      file: { manufacturer: 255, product: 0 },
      device: undefined,
    },
  ])('has $title', ({ file, device }) => {
    const workout = decodeSession(run, { file });
    expect(workout).toMatchObject({ remote_activity: 'running' });
    expect('device' in workout ? workout.device : undefined).toEqual(device);
  });

  it('is the one that wrote the file, and no sensor', () => {
    const more = [
      message('device_info', { device_index: 1, manufacturer: 95, product: 1 }),
      message('device_info', {
        device_index: 0,
        manufacturer: 32,
        product: 31,
        product_name: 'ELEMNT BOLT',
      }),
    ];
    const file = { manufacturer: undefined, product: undefined };
    expect(decodeSession(run, { file, more })).toMatchObject({
      device: { manufacturer: 'Wahoo Fitness', model: 'ELEMNT BOLT' },
    });
  });
});

describe('the sensors of a FIT workout', () => {
  it.each([
    {
      title: 'a strap of ANT+',
      device: { device_type: 120, source_type: 1 },
      is: 'strap',
    },
    {
      title: 'a strap of Bluetooth',
      device: { device_type: 1, source_type: 3 },
      is: 'strap',
    },
    { title: 'a strap of an older device', device: { device_type: 120 }, is: 'strap' },
    { title: 'a power meter', device: { device_type: 11, source_type: 1 }, is: 'power' },
    { title: 'a barometer', device: { device_type: 4, source_type: 5 }, is: 'barometer' },
    { title: 'a machine', device: { device_type: 17, source_type: 1 }, is: 'machine' },
    {
      title: 'a sensor at the foot',
      device: { device_type: 6, source_type: 3 },
      is: 'footpod',
    },
  ])('are $title', ({ device, is }) => {
    const more = [message('device_info', { device_index: 1, ...device })];
    expect(decodeSession(run, { more })).toMatchObject({ sensors: [is] });
  });

  it('are none for the sensor of a wrist, nor for its own satellites', () => {
    const more = [0, 10].map((device_type) =>
      message('device_info', { device_index: 0, device_type, source_type: 5 }),
    );
    expect(decodeSession(run, { more })).not.toHaveProperty('sensors');
  });

  it('are the lengths of a pool', () => {
    const swim = { sport: 5, sub_sport: 17, pool_length: 25, num_active_lengths: 40 };
    expect(decodeSession({ ...run, ...swim })).toMatchObject({ sensors: ['lengths'] });
  });
});

describe('a FIT file that is no workout', () => {
  it('is skipped if it has the monitoring of a day', () => {
    const messages = [
      message('file_id', { type: 32, manufacturer: 1 }),
      message('monitoring', { timestamp: '2026-03-01T09:00:00Z', cycles: 5000 }),
    ];
    expect(decode(encodeFit(messages))).toEqual({
      outcome: 'skipped',
      reason: 'not_an_activity',
    });
  });

  it.each([
    { title: 'a clock that was not set', values: { start_time: 5000, timestamp: 8000 } },
    { title: 'no duration', values: { total_timer_time: 0, total_elapsed_time: 0 } },
    {
      title: 'more than a week',
      values: { total_timer_time: 604_801, total_elapsed_time: 604_801 },
    },
  ])('is skipped with $title', ({ values }) => {
    expect(decodeSession({ ...run, ...values })).toEqual({
      outcome: 'skipped',
      reason: 'implausible_times',
    });
  });

  it('has no identity without a serial number', () => {
    const decoded = decode(encode({ sessions: [run], file: { serial_number: 0 } }));
    expect(decoded).toEqual({ outcome: 'workouts', workouts: [runWorkout] });
  });
});

describe('a damaged FIT file', () => {
  const header = (size: number) => {
    const bytes = Buffer.from('0e10d9070000000000002e4649540000', 'hex').subarray(0, 14);
    bytes.write('.FIT', 8);
    bytes.writeUInt32LE(size, 4);
    return bytes;
  };
  const damaged = { outcome: 'unreadable', reason: 'damaged' };
  const cutOff = { outcome: 'unreadable', reason: 'cut_off' };

  it.each([
    { title: 'in its header', bytes: encode({ sessions: [run] }).subarray(0, 14) },
    { title: 'in its first definition', bytes: encode({ records }).subarray(0, 20) },
    { title: 'in its first message', bytes: encode({ records }).subarray(0, 36) },
  ])('is cut off $title', ({ bytes }) => {
    expect(decode(bytes)).toEqual(cutOff);
  });

  it('has a message without a definition', () => {
    const data = Buffer.from([0x05, 1, 2, 3]);
    expect(decode(Buffer.concat([header(4), data, Buffer.alloc(2)]))).toEqual(damaged);
  });

  it('has a definition that is longer than the file', () => {
    const data = Buffer.from([0x40, 0, 0, 18, 0, 200, 1]);
    expect(decode(Buffer.concat([header(7), data, Buffer.alloc(2)]))).toEqual(damaged);
  });

  it('ends when it defines the same message again and again', () => {
    const definition = Buffer.from([0x40, 0, 0, 18, 0, 0]);
    const data = Buffer.alloc(600_000, definition);
    const bytes = Buffer.concat([header(data.length), data, Buffer.alloc(2)]);
    expect(decode(bytes)).toEqual({ outcome: 'skipped', reason: 'no_workout' });
  });

  it('ends when it has very many messages without bytes', () => {
    const definition = Buffer.from([0x40, 0, 0, 20, 0, 0]);
    const data = Buffer.concat([definition, Buffer.alloc(3_100_000)]);
    const bytes = Buffer.concat([header(data.length), data, Buffer.alloc(2)]);
    expect(decode(bytes)).toEqual({ outcome: 'unreadable', reason: 'too_complex' });
  });

  it('ends when it has very many sessions', () => {
    const sessions = Array.from({ length: 1001 }, () => run);
    expect(decode(encode({ sessions }))).toEqual({
      outcome: 'unreadable',
      reason: 'too_complex',
    });
  });

  it('ignores a number that is shorter than its type', () => {
    const bytes = encode({ sessions: [run] });
    const definition = bytes.indexOf(Buffer.from([9, 4, 0x86]));
    // The distance of 4 bytes becomes one of the 8 bytes of a float64.
    bytes.writeUInt8(0x89, definition + 2);
    const { distance, ...rest } = runWorkout;
    expect(decode(bytes)).toEqual({ outcome: 'workouts', workouts: [rest], identity });
  });

  it('reads the first number of several', () => {
    const bytes = encode({ sessions: [run] });
    const definition = bytes.indexOf(Buffer.from([9, 4, 0x86]));
    // The distance of 4 bytes becomes two uint16.
    bytes.writeUInt8(0x84, definition + 2);
    const distance = (1_001_234 % 65_536) / 100;
    expect(decode(bytes)).toMatchObject({ workouts: [{ ...runWorkout, distance }] });
  });
});
