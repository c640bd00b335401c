import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withoutCurves } from '#kit/workout-files/without-curves.ts';
import { buildGpx, type FilePoint, listPoints } from '#kit/workout-files/xml-files.ts';
import {
  type ActivityTypeKey,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import { decodeFile } from './decode-file.ts';

function decode(text: string) {
  return withoutCurves(
    decodeFile(Buffer.from(text), 'track.gpx', { timeZone: 'America/New_York' }),
  );
}

/** Decodes a track of one segment, and returns its workout. */
function decodeTrack(points: readonly FilePoint[], type?: string) {
  const track = { segments: [points], ...(type !== undefined && { type }) };
  const decoded = decode(buildGpx({ tracks: [track] }));
  const [workout] = decoded.outcome === 'workouts' ? decoded.workouts : [];
  return workout ?? decoded;
}

const berlin = listPoints({
  start: '2026-07-01T06:00:00Z',
  count: 181,
  from: [52.52, 13.4],
  ele: (index) => 34 + Math.min(index, 50) / 2,
  hr: (index) => 130 + (index % 3) * 10,
});

const run = {
  start_time: '2026-07-01T06:00:00.000Z',
  utc_offset: 7200,
  duration: 1800,
  distance: 6004.53,
  avg_heart_rate: 140,
  max_heart_rate: 150,
  elevation_gain: 25,
  activity_type_id: getActivityTypeId('run'),
  remote_activity: 'running',
};

const found = { outcome: 'workouts', workouts: [run] };
const tracks = [{ type: 'running', segments: [berlin] }];

describe('a GPX file', () => {
  it.each([
    { title: '1.1', options: {} },
    { title: '1.0', options: { version: '1.0' as const } },
    { title: 'another prefix of the extension', options: { prefix: 'ns3:' } },
    { title: 'no prefix of the extension', options: { prefix: '' } },
  ])('has a workout with $title', ({ options }) => {
    expect(decode(buildGpx({ tracks, ...options }))).toEqual(found);
  });

  it('has a workout in the example of the repository', () => {
    const bytes = readFileSync('examples/files/morning-run.gpx');
    expect(decodeFile(bytes, 'morning-run.gpx', { timeZone: 'UTC' })).toMatchObject({
      workouts: [{ start_time: '2026-11-22T06:30:00.000Z', duration: 1800 }],
    });
  });

  it('has a workout for each track', () => {
    const evening = listPoints({
      start: '2026-07-01T18:00:00Z',
      count: 2,
      from: [52.5, 13.4],
    });
    const decoded = decode(
      buildGpx({ tracks: [...tracks, { type: 'walking', segments: [evening] }] }),
    );
    expect(decoded).toMatchObject({
      workouts: [
        run,
        { start_time: '2026-07-01T18:00:00.000Z', remote_activity: 'walking' },
      ],
    });
  });

  it('is not longer and not further than its segments', () => {
    const segments = [berlin.slice(0, 61), berlin.slice(120)];
    expect(decode(buildGpx({ tracks: [{ segments }] }))).toMatchObject({
      workouts: [{ duration: 1200, elapsed: 1800, distance: 4003.02 }],
    });
  });

  it('lasts from the first to the last point if each is a segment', () => {
    const segments = berlin.map((point) => [point]);
    const decoded = decode(buildGpx({ tracks: [{ segments }] }));
    expect(decoded).toMatchObject({ workouts: [{ duration: 1800 }] });
  });

  it('reads heart rates of other extensions', () => {
    const gpx = buildGpx({ tracks, prefix: 'gpxdata:' })
      .replaceAll(/<\/?gpxdata:TrackPointExtension>/g, '')
      .replaceAll('gpxdata:hr', 'gpxdata:heartrate');
    expect(decode(gpx)).toEqual(found);
  });

  it('has no ascent where the altitude only wanders', () => {
    const flat = berlin.map((point, index) => ({ ...point, ele: 30 + (index % 2) * 4 }));
    expect(decodeTrack(flat)).not.toHaveProperty('elevation_gain');
  });

  it('ignores what is no number, no place and no time', () => {
    const points = [
      ...berlin.slice(0, 100),
      { time: 'yesterday', lat: 91, lon: 13.4, ele: Number.NaN, hr: 0 },
      { time: '2026-07-01T06:16:30Z', lat: 0, lon: 0, hr: 65_535 },
      ...berlin.slice(100),
    ];
    expect(decodeTrack(points, 'running')).toEqual(run);
  });

  it('reads times with small letters', () => {
    const points = berlin.map(({ time = '', ...point }) => ({
      ...point,
      time: time.toLowerCase(),
    }));
    expect(decodeTrack(points, 'running')).toEqual(run);
  });

  it.each([
    '1970-01-01T00:00:00Z',
    '0000-07-01T06:16:30Z',
    '2613-07-01T06:16:30Z',
    '2026-06-31T23:00:00Z',
  ])('ignores the time %s, at which no device records', (time) => {
    const points = [{ time }, ...berlin.slice(0, 100), { time }, ...berlin.slice(100)];
    expect(decodeTrack(points, 'running')).toEqual(run);
  });
});

describe('the day of a GPX track', () => {
  const tokyo = listPoints({
    start: '2026-03-01T21:40:00Z',
    count: 100,
    from: [35.68, 139.77],
  });
  const nowhere = tokyo.map(({ time = '' }) => ({ time, lat: 0, lon: 0 }));

  it('is that of the place', () => {
    expect(decodeTrack(tokyo)).toMatchObject({
      start_time: '2026-03-01T21:40:00.000Z',
      utc_offset: 32_400,
    });
  });

  it.each(['Z', '-00:00'])('is that of the person without a position, from %s', (end) => {
    const points = nowhere.map(({ time, ...point }) => ({
      ...point,
      time: time.replace('Z', end),
    }));
    expect(decodeTrack(points)).toMatchObject({ utc_offset: -18_000 });
  });

  it('is that of its times without a position', () => {
    const points = ['05:40', '06:00'].map((time) => ({
      time: `2026-03-02T${time}:00+08:00`,
      lat: 0,
      lon: 0,
    }));
    expect(decodeTrack(points)).toMatchObject({
      start_time: '2026-03-01T21:40:00.000Z',
      utc_offset: 28_800,
    });
  });

  it('is read in UTC if its times have no zone', () => {
    const points = tokyo.map((point) => ({
      ...point,
      time: point.time?.replace('Z', '') ?? '',
    }));
    expect(decodeTrack(points)).toMatchObject({
      start_time: '2026-03-01T21:40:00.000Z',
      utc_offset: 32_400,
    });
  });
});

describe('the sport of a GPX track', () => {
  it.each<{ type: string; key: ActivityTypeKey }>([
    { type: 'Run', key: 'run' },
    { type: 'trail_running', key: 'run_trail' },
    { type: 'TrailRun', key: 'run_trail' },
    { type: 'treadmill_running', key: 'run_treadmill' },
    { type: 'cycling', key: 'ride' },
    { type: 'VirtualRide', key: 'ride_virtual' },
    { type: 'mountain_biking', key: 'ride_mountain' },
    { type: 'open_water_swimming', key: 'swim_open' },
    { type: 'resort_skiing_snowboarding_ws', key: 'winter_ski_alpine' },
    { type: '9', key: 'run' },
    { type: '1', key: 'ride' },
    { type: 'Evening jog &amp; walk', key: 'run' },
    { type: 'Squaring the circle', key: 'other_import' },
  ])('$type is $key', ({ type, key }) => {
    expect(decodeTrack(berlin, type)).toMatchObject({
      activity_type_id: getActivityTypeId(key),
      remote_activity: type.replace('&amp;', '&'),
    });
  });

  it('is unknown without a type', () => {
    expect(decodeTrack(berlin)).toMatchObject({ remote_activity: 'unknown' });
  });
});

describe('the points of a GPX file', () => {
  const line = (count: number) => berlin.slice(0, count);

  it('count once if segments repeat each other', () => {
    const segments = [line(60), line(120), line(181)];
    expect(decode(buildGpx({ tracks: [{ type: 'running', segments }] }))).toEqual({
      ...found,
      changes: { points_ignored: 178 },
    });
  });

  it.each([
    { title: 'a space', before: 'T', after: ' ' },
    { title: 'decimals after a comma', before: '.000Z', after: ',000Z' },
    { title: 'an offset in hours', before: 'Z</time>', after: '+00</time>' },
  ])('are read with $title in their times', ({ before, after }) => {
    const content = buildGpx({ tracks: [{ type: 'running', segments: [berlin] }] });
    const times = /<time>.*?<\/time>/g;
    const written = content.replaceAll(times, (time) => time.replace(before, after));
    expect(decode(written)).toMatchObject(found);
  });

  it('do not count if one is years after the others', () => {
    const late = { ...berlin[0], time: '2098-01-01T00:00:00Z' };
    const early = { ...berlin[0], time: '2001-01-01T00:00:00Z' };
    for (const segment of [
      [...berlin, late],
      [...line(60), late, ...berlin.slice(60)],
      [early, ...berlin],
    ])
      expect(
        decode(buildGpx({ tracks: [{ type: 'running', segments: [segment] }] })),
      ).toMatchObject(found);
  });

  it('add nothing if they are not later than the last', () => {
    const twice = berlin.flatMap((point) => [point, { ...point, lat: 52.4, ele: 900 }]);
    expect(decodeTrack(twice, 'running')).toEqual(run);
  });

  it('count in segments whose order is wrong', () => {
    const segments = [berlin.slice(91), line(91)];
    expect(decode(buildGpx({ tracks: [{ segments }] }))).toMatchObject({
      workouts: [{ start_time: run.start_time, distance: 5971.18 }],
    });
  });

  it('begin with the second if the first is of another day and continent', () => {
    const stale = { time: '2026-06-30T06:00:00Z', lat: -33.86, lon: 151.2, hr: 60 };
    expect(decodeTrack([stale, ...berlin], 'running')).toEqual(run);
    const near = { ...stale, lat: 52.52, lon: 13.4 };
    expect(decodeTrack([near, ...berlin], 'running')).toMatchObject({
      start_time: '2026-06-30T06:00:00.000Z',
    });
  });

  it('have no time and altitude of another namespace', () => {
    const extra = '<x:ele>900</x:ele><x:time>2001-01-01T00:00:00Z</x:time>';
    const foreign = `${extra}<extensions>${extra.replaceAll('x:', '')}</extensions>`;
    const text = buildGpx({ tracks }).replaceAll('</trkpt>', `${foreign}</trkpt>`);
    expect(decode(text)).toEqual(found);
  });

  it.each([
    { title: 'a type', from: '<type>running', to: '<type>VirtualRun' },
    { title: 'a program', from: 'creator="Test"', to: 'creator="Zwift"' },
  ])('are no place with $title on a screen', ({ from, to }) => {
    const text = buildGpx({ tracks }).replace(from, to);
    expect(decode(text)).toMatchObject({ workouts: [{ utc_offset: -14_400 }] });
  });

  it('are no place if a table beside the file says so', () => {
    const bytes = Buffer.from(buildGpx({ tracks }));
    const context = { timeZone: 'America/New_York', isIndoors: true };
    const decoded = decodeFile(bytes, 'a.gpx', context);
    expect(decoded).toMatchObject({ workouts: [{ utc_offset: -14_400 }] });
  });
});

describe('the sums of a GPX track', () => {
  it('tell what its points do not', () => {
    const sums = [
      '<g:Distance>7000</g:Distance><g:MaxSpeed>4.5</g:MaxSpeed>',
      '<g:Calories>423</g:Calories><g:AvgHeartRate>99</g:AvgHeartRate>',
    ];
    const extension = `<g:TrackStatsExtension>${sums.join('')}</g:TrackStatsExtension>`;
    const text = buildGpx({ tracks }).replace(
      '<type>',
      `<extensions>${extension}</extensions><type>`,
    );
    const workouts = [{ ...run, energy: 423, max_speed: 4.5 }];
    expect(decode(text)).toEqual({ ...found, workouts });
  });
});

describe('a GPX file without a workout', () => {
  const place = '<wpt lat="52.5" lon="13.4"><time>2026-07-01T06:00:00Z</time></wpt>';
  const route = '<rte><name>Home</name><rtept lat="52.5" lon="13.4"/></rte>';

  it.each([
    { title: 'waypoints', before: place },
    { title: 'a route', before: route },
    { title: 'nothing', before: '' },
  ])('is skipped if it has $title only', ({ before }) => {
    expect(decode(buildGpx({ before }))).toEqual({
      outcome: 'skipped',
      reason: 'no_workout',
    });
  });

  it('is skipped if its points have no times', () => {
    const planned = berlin.map(({ time, ...point }) => point);
    expect(decodeTrack(planned)).toEqual({ outcome: 'skipped', reason: 'no_times' });
  });

  it('is skipped if it has one point only', () => {
    expect(decodeTrack(berlin.slice(0, 1))).toEqual({
      outcome: 'skipped',
      reason: 'implausible_times',
    });
  });

  it('has too many tracks to read', () => {
    const segments = [berlin.slice(0, 2)];
    const many = Array.from({ length: 1001 }, () => ({ segments }));
    expect(decode(buildGpx({ tracks: many }))).toEqual({
      outcome: 'unreadable',
      reason: 'too_complex',
    });
  });
});
