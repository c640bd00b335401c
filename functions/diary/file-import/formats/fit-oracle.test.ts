import FitParser from 'fit-file-parser';
import { expect, it } from 'vitest';
import { encodeFit, type FitOptions } from '#kit/workout-files/fit-encoder.ts';
import { listActivityMessages, listRecords } from '#kit/workout-files/fit-files.ts';
import type { FitValues } from '#kit/workout-files/fit-profile.ts';
import { decodeFile } from './decode-file.ts';

const base = {
  timestamp: '2026-03-01T09:50:00Z',
  start_time: '2026-03-01T09:00:00Z',
  total_elapsed_time: 3000,
  total_timer_time: 2900.4,
} satisfies FitValues<'session'>;

const run = {
  ...base,
  sport: 1,
  sub_sport: 3,
  start_position_lat: -33.86,
  start_position_long: 151.2,
  total_distance: 10_012.34,
  total_calories: 654,
  avg_heart_rate: 150,
  max_heart_rate: 171,
  total_ascent: 85,
  enhanced_max_speed: 4.2,
} satisfies FitValues<'session'>;

const sessions: readonly FitValues<'session'>[] = [
  run,
  { ...base, sport: 2, sub_sport: 6, total_calories: 500, avg_heart_rate: 132 },
  { ...base, sport: 5, sub_sport: 17, total_distance: 1500, max_speed: 1.3 },
  { ...base, sport: 10, sub_sport: 20, total_calories: 210 },
  { ...base, sport: 53, sub_sport: 53, max_heart_rate: 120 },
];

const options: readonly FitOptions[] = [
  {},
  { headerSize: 12 },
  { isBigEndian: true },
  { hasCompressedTimes: true },
];

const cases = sessions.flatMap((session) =>
  options.map((encoding) => ({ session, encoding })),
);

/** Decodes a file as the decoder of another project does, which has its own tables. */
async function decodeIndependently(bytes: Buffer) {
  const parser = new FitParser({
    force: false,
    mode: 'list',
    lengthUnit: 'm',
    speedUnit: 'm/s',
  });
  const {
    sessions: [session] = [],
    activity,
    records,
  } = await parser.parseAsync(Buffer.from(bytes));
  if (!session || !activity) throw new Error('The file has no session.');
  return { session, activity, records };
}

it.each(cases)(
  'reads sport $session.sport as another decoder does, with the options $encoding',
  async ({ session, encoding }) => {
    const start = base.start_time;
    const records = listRecords({ start, count: 40, from: [-33.86, 151.2] });
    const activity = {
      sessions: [session],
      records,
      localEnd: '2026-03-01T20:50:00Z',
    };
    const bytes = encodeFit(listActivityMessages(activity), encoding);

    const theirs = await decodeIndependently(bytes);
    const decoded = decodeFile(bytes, 'run.fit', { timeZone: 'UTC' });
    const [workout] = decoded.outcome === 'workouts' ? decoded.workouts : [];
    const { local_timestamp, timestamp } = theirs.activity;
    expect(workout).toMatchObject({
      start_time: theirs.session.start_time?.toISOString(),
      duration: Math.round(theirs.session.total_timer_time ?? 0),
      elapsed: theirs.session.total_elapsed_time,
      utc_offset: (Number(local_timestamp) - Number(timestamp)) / 1000,
      remote_activity: `${theirs.session.sport}/${theirs.session.sub_sport}`,
    });
    expect(workout?.distance).toBe(theirs.session.total_distance);
    expect(workout?.energy).toBe(theirs.session.total_calories);
    expect(workout?.avg_heart_rate).toBe(theirs.session.avg_heart_rate);
    expect(workout?.max_heart_rate).toBe(theirs.session.max_heart_rate);
    expect(workout?.elevation_gain).toBe(theirs.session.total_ascent);
    expect(theirs.records).toHaveLength(records.length);
  },
);
