import { describe, expect, it } from 'vitest';
import { type BuiltMessage, encodeFit, message } from '#kit/workout-files/fit-encoder.ts';
import {
  type BuiltActivity,
  listActivityMessages,
  listRecords,
} from '#kit/workout-files/fit-files.ts';
import type { FitValues } from '#kit/workout-files/fit-profile.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { decodeFile } from './decode-file.ts';

const start = '2026-11-20T07:00:00Z';

function at(seconds: number): string {
  return new Date(Date.parse(start) + seconds * 1000).toISOString();
}

function decodeAll(activity: BuiltActivity) {
  const bytes = encodeFit(listActivityMessages(activity));
  const decoded = decodeFile(bytes, 'a.fit', { timeZone: 'UTC' });
  return decoded.outcome === 'workouts' ? decoded.workouts : [];
}

function decode(activity: BuiltActivity) {
  return decodeAll(activity)[0];
}

const session = {
  start_time: start,
  timestamp: at(1800),
  sport: 1,
  total_elapsed_time: 1800,
  total_timer_time: 1800,
} satisfies FitValues<'session'>;

/** Records to 5,940 m with heart rates of 118 to 159, whose average is 138. */
const records = listRecords({
  start,
  count: 199,
  interval: 9,
  toValues: (index) => ({ distance: index * 30, heart_rate: 118 + (index % 42) }),
});

function lap(from: number, to: number, values: FitValues<'lap'> = {}): BuiltMessage {
  const times = { start_time: at(from), timestamp: at(to), total_timer_time: to - from };
  return message('lap', { ...times, ...values });
}

function timer(seconds: number, event_type: number): BuiltMessage {
  return message('event', { timestamp: at(seconds), event: 0, event_type });
}

describe('what a session does not state', () => {
  it('comes from its records', () => {
    expect(decode({ sessions: [session], records })).toMatchObject({
      duration: 1800,
      distance: 5940,
      avg_heart_rate: 138,
      max_heart_rate: 159,
    });
  });

  it('comes from records with speed and distance in three bytes', () => {
    const listed = listRecords({
      start,
      count: 199,
      interval: 9,
      toValues: (index) => {
        const sixteenths = (index * 30 * 16) % 2 ** 12;
        return { compressed_speed_distance: 320 + sixteenths * 2 ** 12 };
      },
    });
    const workout = decode({ sessions: [session], records: listed });
    expect(workout).toMatchObject({ duration: 1800, distance: 5940 });
    expect(new Set(workout?.curves?.series.speed)).toEqual(new Set([3.2]));
  });

  it('is not what its records say where it states another value', () => {
    const stated = { ...session, total_distance: 6000, avg_heart_rate: 140 };
    expect(decode({ sessions: [stated], records })).toMatchObject({
      distance: 6000,
      avg_heart_rate: 140,
      max_heart_rate: 159,
    });
  });

  it('comes from its records where it states zeros', () => {
    const zeros = { ...session, total_distance: 0, avg_heart_rate: 0, max_heart_rate: 0 };
    expect(decode({ sessions: [zeros], records })).toMatchObject({ distance: 5940 });
  });

  it('comes from its laps if it has only times', () => {
    const { total_timer_time: _, total_elapsed_time: __, sport: ___, ...bare } = session;
    const sums = { sport: 2, sub_sport: 7, total_calories: 150, total_ascent: 20 };
    const more = [
      lap(0, 900, { ...sums, total_distance: 5000, avg_heart_rate: 120 }),
      lap(900, 1500, { ...sums, total_distance: 4000, avg_heart_rate: 145 }),
    ];
    expect(decode({ sessions: [bare], more })).toMatchObject({
      remote_activity: 'cycling/road',
      duration: 1500,
      energy: 300,
      distance: 9000,
      avg_heart_rate: 130,
      elevation_gain: 40,
    });
  });

  it('comes from its records if one of its laps does not state it', () => {
    const more = [lap(0, 900, { total_distance: 3000 }), lap(900, 1800)];
    expect(decode({ sessions: [session], records, more })).toMatchObject({
      distance: 5940,
    });
  });

  it('comes from the lengths of a pool', () => {
    const swim = { ...session, sport: 5, sub_sport: 17, pool_length: 25 };
    const lengths = [1, 1, 0, 1].map((length_type, index) =>
      message('length', {
        start_time: at(index * 40),
        timestamp: at(index * 40 + 40),
        total_timer_time: 40,
        total_calories: length_type * 7,
        length_type,
      }),
    );
    expect(decode({ sessions: [swim], more: lengths })).toMatchObject({
      distance: 75,
      energy: 21,
    });
    expect(
      decode({ sessions: [{ ...swim, num_active_lengths: 40 }], more: lengths }),
    ).toMatchObject({ distance: 1000 });
  });

  it('is the energy that its records count', () => {
    const counted = listRecords({
      start,
      count: 10,
      interval: 100,
      toValues: (index) => ({ calories: 5 + index * 10 }),
    });
    expect(decode({ sessions: [session], records: counted })).toMatchObject({
      energy: 95,
    });
  });

  it('has no energy of 65534 or 65535 kcal, or of more than 3,000 in an hour', () => {
    for (const total_calories of [65_534, 65_535, 1501]) {
      const workout = decode({ sessions: [{ ...session, total_calories }] });
      expect(workout).toMatchObject({ duration: 1800 });
      expect(workout).not.toHaveProperty('energy');
    }
    const most = { ...session, total_calories: 1500 };
    expect(decode({ sessions: [most] })).toMatchObject({ energy: 1500 });
  });

  it('comes from the part of the records that is in the session', () => {
    const legs = [
      { ...session, timestamp: at(900), total_elapsed_time: 900, total_timer_time: 900 },
      {
        ...session,
        sport: 2,
        start_time: at(900),
        total_elapsed_time: 900,
        total_timer_time: 900,
      },
    ];
    expect(decodeAll({ sessions: legs, records })).toMatchObject([
      { remote_activity: 'running', distance: 2970 },
      { remote_activity: 'cycling', distance: 2970 },
    ]);
    const restarted = records.map(({ distance = 0, ...one }, index) => ({
      ...one,
      distance: index < 100 ? distance : Number(distance) - 3000,
    }));
    expect(decodeAll({ sessions: legs, records: restarted })).toMatchObject([
      { distance: 2970 },
      { distance: 2940 },
    ]);
  });
});

describe('a file without a session', () => {
  it('has the sport and the energy of its laps', () => {
    const sums = { sport: 2, total_calories: 150 };
    const more = [lap(0, 900, sums), lap(900, 1800, sums)];
    const ride = { remote_activity: 'cycling', energy: 300, duration: 1800 };
    expect(decode({ more })).toMatchObject(ride);
    expect(decode({ more, records })).toMatchObject({
      ...ride,
      activity_type_id: getActivityTypeId('ride'),
      distance: 5940,
    });
  });

  it('has the moving time of its timer', () => {
    const more = [timer(0, 0), timer(600, 4), timer(1200, 0), timer(1800, 4)];
    const whole = listRecords({ start, count: 181, interval: 10 });
    expect(decode({ more, records: whole })).toMatchObject({
      start_time: '2026-11-20T07:00:00.000Z',
      duration: 1200,
      elapsed: 1800,
    });
  });

  it('has the moving time of its laps and of what comes after the last', () => {
    const more = [lap(0, 600), lap(600, 1200, { total_timer_time: 300 })];
    const whole = listRecords({ start, count: 181, interval: 10 });
    expect(decode({ more, records: whole })).toMatchObject({
      duration: 1500,
      elapsed: 1800,
    });
  });
});
