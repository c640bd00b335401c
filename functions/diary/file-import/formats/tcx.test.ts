import { describe, expect, it } from 'vitest';
import { withoutCurves } from '#kit/workout-files/without-curves.ts';
import { buildTcx, listPoints, tcxActivity } from '#kit/workout-files/xml-files.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { decodeFile } from './decode-file.ts';

function decode(text: string) {
  return withoutCurves(
    decodeFile(Buffer.from(text), 'run.tcx', { timeZone: 'America/New_York' }),
  );
}

const points = listPoints({
  start: '2026-07-01T06:00:00Z',
  count: 181,
  from: [52.52, 13.4],
  ele: (index) => 34 + Math.min(index, 50) / 2,
  hr: () => 120,
});

const laps = [
  {
    start: '2026-07-01T06:00:00Z',
    seconds: 900.4,
    meters: 3000.5,
    calories: 200,
    maxSpeed: 4.1,
    avgHr: 140,
    maxHr: 160,
    points: points.slice(0, 90),
  },
  {
    start: '2026-07-01T06:15:00Z',
    seconds: 600,
    meters: 2000,
    calories: 150,
    maxSpeed: 3.9,
    avgHr: 150,
    maxHr: 155,
    points: points.slice(90),
  },
];

const activity = {
  sport: 'Running',
  id: '2026-07-01T06:00:00Z',
  laps,
  device: 'Garmin Forerunner 935',
};

const run = {
  start_time: '2026-07-01T06:00:00.000Z',
  utc_offset: 7200,
  duration: 1500,
  elapsed: 1800,
  energy: 350,
  distance: 5000.5,
  avg_heart_rate: 144,
  max_heart_rate: 160,
  max_speed: 4.1,
  elevation_gain: 25,
  activity_type_id: getActivityTypeId('run'),
  remote_activity: 'Running',
  device: { model: 'Garmin Forerunner 935' },
};

describe('a TCX file', () => {
  it('has a workout with the sums of its laps', () => {
    expect(decode(buildTcx([activity]))).toEqual({
      outcome: 'workouts',
      workouts: [run],
    });
  });

  it('has the sums of its points where laps have none', () => {
    const bare = { start: '2026-07-01T06:00:00Z', points };
    expect(decode(buildTcx([{ ...activity, laps: [bare] }]))).toMatchObject({
      workouts: [
        { duration: 1800, distance: 6004.53, avg_heart_rate: 120, max_heart_rate: 120 },
      ],
    });
  });

  it('has the distances of its points where laps have none', () => {
    const listTrack = (from: number, meters: readonly number[]) =>
      meters.map((distance, index) => {
        const time = new Date(Date.parse('2026-07-01T06:00:00Z') + (from + index) * 6e4);
        const element = `<DistanceMeters>${distance}</DistanceMeters>`;
        return `<Trackpoint><Time>${time.toISOString()}</Time>${element}</Trackpoint>`;
      });
    const toLap = (lapMeters: number, track: readonly string[]) =>
      `<Lap StartTime="2026-07-01T06:00:00Z"><TotalTimeSeconds>600</TotalTimeSeconds>
        <DistanceMeters>${lapMeters}</DistanceMeters><Track>${track.join('')}</Track></Lap>`;
    const toBody = (laps: readonly string[]) =>
      `<Activities><Activity Sport="Running"><Id>2026-07-01T06:00:00Z</Id>${laps.join('')}
        </Activity></Activities>`;
    const first = listTrack(0, [0, 400, 1000]);
    const counted = [toLap(0, first), toLap(0, listTrack(3, [1100, 2000]))];
    const restarted = [toLap(0, first), toLap(0, listTrack(3, [0, 900]))];
    const partly = [toLap(1050, first), toLap(0, listTrack(3, [1100, 2000]))];
    const distances = [counted, restarted, partly].map((one) => {
      const decoded = decode(buildTcx([], toBody(one)));
      return decoded.outcome === 'workouts' ? decoded.workouts[0]?.distance : undefined;
    });
    expect(distances).toEqual([2000, 1900, 2050]);
  });

  it.each([65_534, 65_535])('has no energy of laps with %i kcal', (calories) => {
    const unknown = laps.map((lap) => ({ ...lap, calories }));
    const [workout] = [decode(buildTcx([{ ...activity, laps: unknown }]))].flatMap(
      (decoded) => (decoded.outcome === 'workouts' ? decoded.workouts : []),
    );
    const { energy: _, ...rest } = run;
    expect(workout).toEqual(rest);
  });

  it('has no values of extensions and of other namespaces', () => {
    const more =
      '<x:Time>2001-01-01T00:00:00Z</x:Time><Extensions><Time>x</Time></Extensions>';
    const text = buildTcx([activity]).replaceAll('</Trackpoint>', `${more}</Trackpoint>`);
    expect(decode(text)).toEqual({ outcome: 'workouts', workouts: [run] });
  });

  it('is at none of the positions of a program with a screen', () => {
    const decoded = decode(buildTcx([{ ...activity, device: 'Zwift' }]));
    expect(decoded).toMatchObject({ workouts: [{ utc_offset: -14_400 }] });
  });

  it('has a workout for each activity of a multisport session', () => {
    const ride = { ...activity, sport: 'Biking', id: '2026-07-01T07:00:00Z' };
    const session = [
      '<Activities><MultiSportSession><Id>2026-07-01T06:00:00Z</Id>',
      `<FirstSport>${tcxActivity(activity)}</FirstSport>`,
      '<NextSport><Transition StartTime="2026-07-01T06:30:00Z">',
      '<TotalTimeSeconds>90</TotalTimeSeconds></Transition>',
      `${tcxActivity(ride)}</NextSport></MultiSportSession></Activities>`,
    ];
    expect(decode(buildTcx([], session.join('')))).toMatchObject({
      workouts: [
        run,
        {
          start_time: '2026-07-01T07:00:00.000Z',
          remote_activity: 'Biking',
          activity_type_id: getActivityTypeId('ride'),
        },
      ],
    });
  });

  it('is of the day of the person indoors', () => {
    const indoor = laps.map(({ points: _, ...lap }) => lap);
    const decoded = decode(buildTcx([{ ...activity, sport: 'Other', laps: indoor }]));
    expect(decoded).toMatchObject({
      workouts: [
        {
          utc_offset: -14_400,
          duration: 1500,
          activity_type_id: getActivityTypeId('other'),
        },
      ],
    });
  });

  it('is of the day that its start states', () => {
    const indoor = [{ start: '2026-07-01T23:30:00+09:00', seconds: 600 }];
    const decoded = decode(buildTcx([{ id: '2026-07-01T23:30:00+09:00', laps: indoor }]));
    expect(decoded).toMatchObject({
      workouts: [{ start_time: '2026-07-01T14:30:00.000Z', utc_offset: 32_400 }],
    });
  });

  it('starts at the time at the place if it states no zone', () => {
    const start = '2026-07-01T23:30:00';
    const decoded = decode(buildTcx([{ id: start, laps: [{ start, seconds: 600 }] }]));
    expect(decoded).toEqual({
      outcome: 'workouts',
      workouts: [
        {
          start_time: '2026-07-01T23:30:00.000Z',
          has_floating_start: true,
          duration: 600,
          activity_type_id: getActivityTypeId('other_import'),
          remote_activity: 'unknown',
        },
      ],
      changes: { start_time_unknown: 1 },
    });
  });

  it.each(['Morning run', 'Run 5', ''])(
    'starts with its first lap if its id is "%s"',
    (id) => {
      const decoded = decode(buildTcx([{ ...activity, id }]));
      expect(decoded).toMatchObject({ workouts: [run] });
    },
  );

  it('has no device of the name of its plan', () => {
    const { device, ...anonymous } = activity;
    const plan = '<Training><Plan><Name>5 km</Name></Plan></Training></Activity>';
    const decoded = decode(buildTcx([anonymous]).replace('</Activity>', plan));
    const { device: _, ...rest } = run;
    expect(decoded).toEqual({ outcome: 'workouts', workouts: [rest] });
  });

  it.each([
    { title: 'a course', body: `<Courses><Course><Name>Way</Name></Course></Courses>` },
    { title: 'a plan', body: '<Workouts><Workout Sport="Running"/></Workouts>' },
    { title: 'nothing', body: '' },
  ])('is skipped if it has $title only', ({ body }) => {
    expect(decode(buildTcx([], body))).toEqual({
      outcome: 'skipped',
      reason: 'no_workout',
    });
  });

  it.each([-5, 1e9])('has the duration of its points if a lap has %d s', (seconds) => {
    const bare = { start: '2026-07-01T06:00:00Z', seconds, points };
    expect(decode(buildTcx([{ ...activity, laps: [bare] }]))).toMatchObject({
      workouts: [{ duration: 1800 }],
    });
  });

  it('is skipped without a duration', () => {
    const empty = [{ start: '2026-07-01T06:00:00Z', seconds: 0 }];
    expect(decode(buildTcx([{ ...activity, laps: empty }]))).toEqual({
      outcome: 'skipped',
      reason: 'implausible_times',
    });
  });
});
