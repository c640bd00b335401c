import { describe, expect, it } from 'vitest';
import { encodeFit, message } from '#kit/workout-files/fit-encoder.ts';
import {
  type BuiltActivity,
  listActivityMessages,
  listRecords,
} from '#kit/workout-files/fit-files.ts';
import type { FitValues } from '#kit/workout-files/fit-profile.ts';
import { decodeFile } from './decode-file.ts';
import type { FileContext } from './decoded-file.ts';
import { findStartPlace, type StartFacts } from './start-offset.ts';

const hour = 3600;
const startMs = Date.parse('2026-07-01T21:30:00Z');
const tokyo = { latitude: 35.68, longitude: 139.77 };
const outdoors = { startMs, isIndoors: false };
const berlin = { timeZone: 'Europe/Berlin' };

function stated(offset: number): Pick<StartFacts, 'stated'> {
  return { stated: { offset, atMs: startMs } };
}

describe('the offset at the start', () => {
  it.each<{ title: string; facts: object; context?: object; offset: number }>([
    { title: 'that of the person', facts: {}, offset: 2 },
    { title: 'that of the position', facts: { position: tokyo }, offset: 9 },
    {
      title: 'that of the person indoors, wherever a position is',
      facts: { position: tokyo, isIndoors: true },
      offset: 2,
    },
    {
      title: 'that of the zone of the request before a position',
      facts: { position: tokyo },
      context: { requestedZone: 'America/New_York' },
      offset: -4,
    },
    {
      title: 'that of a position before UTC as the zone of the request',
      facts: { position: tokyo },
      context: { requestedZone: 'UTC' },
      offset: 9,
    },
    {
      title: 'UTC if the request states it, and nothing else is known',
      facts: {},
      context: { requestedZone: 'Etc/UTC' },
      offset: 0,
    },
    {
      title: 'that of the zone of the file before that of the request',
      facts: { zone: 'GMT+0530' },
      context: { requestedZone: 'America/New_York' },
      offset: 5.5,
    },
    {
      title: 'the one that is stated, before all others',
      facts: { ...stated(-7 * hour), position: tokyo },
      context: { requestedZone: 'America/New_York' },
      offset: -7,
    },
    {
      title: 'the quarter of an hour beside the stated one',
      facts: stated(5.75 * hour + 14),
      offset: 5.75,
    },
    {
      title: 'the stated one beside that of the position',
      facts: { ...stated(9 * hour - 250), position: tokyo },
      context: { requestedZone: 'UTC' },
      offset: 9,
    },
    {
      title: 'that of the position if the stated one is 22 minutes beside it',
      facts: { ...stated(9 * hour + 22 * 60), position: tokyo },
      offset: 9,
    },
    {
      title: 'that of the person if the stated one is 51 minutes beside it',
      facts: stated(2 * hour + 51 * 60),
      offset: 2,
    },
    { title: 'never more than 14 hours', facts: stated(15 * hour), offset: 2 },
    { title: 'a stated zero', facts: stated(0), offset: 0 },
    {
      title: 'no zero of a maker that writes UTC as the local time',
      facts: { ...stated(3), isZeroDoubtful: true },
      offset: 2,
    },
    {
      title: 'no zero at a position elsewhere',
      facts: { ...stated(0), position: tokyo },
      offset: 9,
    },
  ])('is $title', ({ facts, context, offset }) => {
    const found = findStartPlace({ ...outdoors, ...facts }, { ...berlin, ...context });
    expect(found).toEqual({ utc_offset: offset * hour });
  });

  it('is only a day if the clock of a person who travels is minutes beside', () => {
    const facts = { ...outdoors, ...stated(9 * hour + 22 * 60) };
    expect(findStartPlace(facts, berlin)).toEqual({ local_day: '2026-07-02' });
  });
});

describe('the start of a FIT file', () => {
  const [start, end] = ['2026-11-20T02:00:00Z', '2026-11-20T02:30:00Z'];
  const session = {
    start_time: start,
    timestamp: end,
    sport: 1,
    total_elapsed_time: 1800,
    total_timer_time: 1800,
  } satisfies FitValues<'session'>;

  function decode(activity: BuiltActivity, context: FileContext = berlin) {
    const bytes = encodeFit(listActivityMessages({ sessions: [session], ...activity }));
    const decoded = decodeFile(bytes, 'a.fit', context);
    return decoded.outcome === 'workouts' ? decoded.workouts[0] : decoded;
  }

  it.each([71, 294])('is at no local time in UTC of maker %i', (manufacturer) => {
    const file = { manufacturer };
    const zone = { requestedZone: 'America/Los_Angeles', timeZone: 'UTC' };
    expect(decode({ file, localEnd: end }, zone)).toMatchObject({
      utc_offset: -8 * hour,
    });
  });

  it('has the offset of the start if clocks change until the end', () => {
    const night = {
      ...session,
      start_time: '2026-03-08T04:30:00Z',
      timestamp: '2026-03-08T07:30:00Z',
      total_elapsed_time: 10_800,
      total_timer_time: 10_800,
    };
    const from = [40.71, -74] as const;
    const records = listRecords({ start: night.start_time, count: 3, from });
    const localEnd = '2026-03-08T03:30:00Z';
    const context = { timeZone: 'UTC', requestedZone: 'UTC' };
    expect(decode({ sessions: [night], records, localEnd }, context)).toMatchObject({
      start_time: '2026-03-08T04:30:00.000Z',
      utc_offset: -5 * hour,
    });
  });

  it('has the offset of a correlation of the clocks', () => {
    const more = [
      message('timestamp_correlation', {
        timestamp: start,
        system_timestamp: 5000,
        local_timestamp: '2026-11-20T11:00:00Z',
      }),
    ];
    expect(decode({ more })).toMatchObject({ utc_offset: 9 * hour });
  });

  /** Seconds since power-on, from 1,000 to 2,800. */
  const powered = { ...session, start_time: 1000, timestamp: 2800 };

  it('is that of a correlation if all times are since power-on', () => {
    const more = [
      message('timestamp_correlation', { timestamp: start, system_timestamp: 1000 }),
    ];
    expect(decode({ sessions: [powered], more })).toMatchObject({
      start_time: '2026-11-20T02:00:00.000Z',
      utc_offset: hour,
    });
  });

  it('is at the local time of the end if all times are since power-on', () => {
    const localEnd = '2026-05-04T20:00:00Z';
    expect(decode({ sessions: [powered], localEnd })).toMatchObject({
      start_time: '2026-05-04T17:30:00.000Z',
      utc_offset: 2 * hour,
    });
  });

  it.each([
    { title: 'a program', file: { manufacturer: 260 }, sub_sport: 0 },
    { title: 'an indoor sport', file: {}, sub_sport: 6 },
    { title: 'the name of a program', file: { product_name: 'Rouvy' }, sub_sport: 0 },
  ])('is at no position of $title', ({ file, sub_sport }) => {
    const position = { start_position_lat: -11.64, start_position_long: 166.95 };
    const ride = { ...session, ...position, sport: 2, sub_sport };
    expect(decode({ sessions: [ride], file })).toMatchObject({ utc_offset: hour });
  });
});
