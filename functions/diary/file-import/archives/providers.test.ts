import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { buildZip } from '#kit/archives/build-zip.ts';
import { buildHealthExport, buildHealthWorkout } from '#kit/archives/health-export.ts';
import {
  buildShortGpx,
  describeFiles,
  listAll,
  toSource,
} from '#kit/archives/sources.ts';
import { encodeFit } from '#kit/workout-files/fit-encoder.ts';
import { listActivityMessages } from '#kit/workout-files/fit-files.ts';
import { buildGpx, listPoints } from '#kit/workout-files/xml-files.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import type { ListedFile } from './list-files.ts';

function getWorkouts(files: readonly ListedFile[]) {
  return files.flatMap(({ decoded }) =>
    decoded.outcome === 'workouts' ? decoded.workouts : [],
  );
}

describe('an archive of Strava', () => {
  const table =
    'Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Filename\n' +
    '1,"Jan 12, 2026, 8:00:00 AM","Over the ""hill""",Trail Run,"two\nlines",activities/1.gpx.gz\n' +
    '2,"Jan 13, 2026, 8:00:00 AM",,E-Bike Ride,,activities/2.gpx\n' +
    '3,"Jan 14, 2026, 8:00:00 AM",By hand,Yoga,,\n';
  const byHand = 'export_1/activities.csv: By hand';

  it('gives the sports of its table to files that do not tell theirs', async () => {
    const zip = await buildZip({
      'export_1/activities.csv': table,
      'export_1/activities/1.gpx.gz': gzipSync(buildShortGpx('2026-01-12T08:00:00Z')),
      'export_1/activities/2.gpx': buildShortGpx('2026-01-13T08:00:00Z', 'Walking'),
      'export_1/activities/4.gpx': buildShortGpx('2026-01-15T08:00:00Z'),
      'export_1/media/photo.jpg': 'x',
    });
    expect(describeFiles(await listAll(zip))).toEqual({
      'export_1/activities.csv': 'skipped: activities_without_file',
      [byHand]: 'skipped: implausible_times',
      'export_1/activities/1.gpx.gz': 'TrailRun',
      'export_1/activities/2.gpx': 'Walking',
      'export_1/activities/4.gpx': 'unknown',
      'export_1/media/photo.jpg': 'skipped: unknown_kind',
    });
    const [run] = getWorkouts(await listAll(zip));
    expect(run?.activity_type_id).toBe(getActivityTypeId('run_trail'));
  });

  it('gives the energy of its table to files of one workout that have none', async () => {
    const zip = await buildZip({
      'activities.csv':
        'Activity ID,Activity Date,Activity Type,Elapsed Time,Calories,Filename\n' +
        '1,"Jan 12, 2026, 8:00:00 AM",Run,600,71.5,activities/1.gpx\n' +
        '2,"Jan 13, 2026, 8:00:00 AM",Run,600,7000,activities/2.gpx\n',
      'activities/1.gpx': buildShortGpx('2026-01-12T08:00:00Z', 'running'),
      'activities/2.gpx': buildShortGpx('2026-01-13T08:00:00Z', 'running'),
    });
    const listed = await listAll(zip);
    const [known, implausible] = getWorkouts(listed);
    expect([known?.energy, implausible?.energy]).toEqual([71.5, undefined]);
    const file = listed.find(({ name }) => name === 'activities/1.gpx');
    expect(file?.decoded).toMatchObject({ changes: { energy_from_table: 1 } });
  });

  const line = '1,"Jan 12, 2026, 8:00:00 AM",Run,Trail Run,,activities/1.gpx\n';
  const megabyte = 1024 * 1024;

  it.each([
    { title: 'a quote that does not end', content: 'a,"b\nc' },
    { title: 'a quote after a value', content: '"a"b,c\n', sport: 'TrailRun' },
    {
      title: 'a value of 15 MB',
      content: `"${'x'.repeat(15 * megabyte)}"\n`,
      sport: 'TrailRun',
    },
    {
      title: 'a value of 15 MB of quotes',
      content: `"${'""'.repeat(7 * megabyte)}"\n`,
      sport: 'TrailRun',
    },
    { title: 'a line of 15 million values', content: ','.repeat(15 * megabyte) },
    {
      title: 'a line of 1,001 values',
      content: `${','.repeat(1000)}\n`,
      sport: 'TrailRun',
    },
    {
      title: 'a line of 64 KB',
      content: `${'x'.repeat(64 * 1024 - 1)}\n`,
      sport: 'TrailRun',
    },
    { title: 'a table that is too large', content: '\n'.repeat(16 * megabyte) },
  ])('is read with the rest of a table after $title', async ({ content, sport }) => {
    const zip = await buildZip({
      'activities.csv': { content: content + line, compress: false },
      'activities/1.gpx': buildShortGpx('2026-01-12T08:00:00Z'),
    });
    using output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    expect(describeFiles(await listAll(zip))).toEqual({
      'activities.csv': 'skipped: unknown_kind',
      'activities/1.gpx': sport ?? 'unknown',
    });
    expect(output.mock.calls).toEqual([]);
  });

  it('ignores a sport that is longer than a word', async () => {
    const zip = await buildZip({
      'activities.csv': line.replace('Trail Run', 'x'.repeat(101)),
      'activities/1.gpx': buildShortGpx('2026-01-12T08:00:00Z'),
    });
    expect(describeFiles(await listAll(zip))).toMatchObject({
      'activities/1.gpx': 'unknown',
    });
  });

  it.each([
    { title: 'the longest line', content: `${'x'.repeat(64 * 1024 - 2)}\n` },
    { title: 'the most values', content: `${','.repeat(999)}\n` },
    { title: 'an empty line', content: '\r\n' },
  ])('has the sports after $title', async ({ content }) => {
    const zip = await buildZip({
      'activities.csv': content + line.trim(),
      'activities/1.gpx': buildShortGpx('2026-01-12T08:00:00Z'),
    });
    expect(describeFiles(await listAll(zip))).toMatchObject({
      'activities/1.gpx': 'TrailRun',
    });
  });
});

describe('an archive of Garmin', () => {
  it('gives the files of the archives in it', async () => {
    const folder = 'DI_CONNECT/DI-Connect-Uploaded-Files';
    const session = {
      start_time: '2026-01-12T08:00:00Z',
      timestamp: '2026-01-12T08:30:00Z',
      total_timer_time: 1800,
      sport: 1,
    };
    const uploaded = await buildZip({
      'me@example.com_1.fit': encodeFit(listActivityMessages({ sessions: [session] })),
      'me@example.com_2.fit': encodeFit(listActivityMessages({ file: { type: 32 } })),
      'me@example.com_3.gpx': buildShortGpx('2026-01-13T08:00:00Z', 'running'),
      'me@example.com_4.txt': 'x',
    });
    const zip = await buildZip({
      [`${folder}/UploadedFiles_0-_Part1.zip`]: uploaded,
      'DI_CONNECT/DI-Connect-Fitness/me_0_summarizedActivities.json': '[]',
      'customer_data/customer.json': '{}',
    });
    const files = await listAll(zip);
    const prefix = `${folder}/UploadedFiles_0-_Part1.zip/me@example.com_`;
    expect(describeFiles(files)).toEqual({
      [`${prefix}1.fit`]: 'running',
      [`${prefix}2.fit`]: 'skipped: not_an_activity',
      [`${prefix}3.gpx`]: 'running',
      [`${prefix}4.txt`]: 'skipped: unknown_kind',
      'DI_CONNECT/DI-Connect-Fitness/me_0_summarizedActivities.json':
        'skipped: unknown_kind',
      'customer_data/customer.json': 'skipped: unknown_kind',
    });
    expect(files[0]?.decoded).toMatchObject({ identity: expect.any(String) });
  });
});

const eveningRun = {
  workoutActivityType: 'HKWorkoutActivityTypeRunning',
  duration: '30.5',
  durationUnit: 'min',
  sourceName: 'Watch',
  device:
    '<<HKDevice: 0x28>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, ' +
    'hardware:Watch6,1, software:9.0>',
  startDate: '2026-01-12 23:30:00 +0900',
  endDate: '2026-01-13 00:05:00 +0900',
};

describe('an export of Apple Health', () => {
  it('gives each workout with its statistics, on the day at the place', async () => {
    const document = buildHealthExport([
      buildHealthWorkout(eveningRun, {
        metadata: {
          HKIndoorWorkout: '0',
          HKElevationAscended: '12345 cm',
          HKTimeZone: 'Asia/Tokyo',
        },
        statistics: [
          { type: 'ActiveEnergyBurned', sum: '1255.2', unit: 'kJ' },
          { type: 'DistanceWalkingRunning', sum: '5.01', unit: 'km' },
          { type: 'HeartRate', average: '150.4', maximum: '171', unit: 'count/min' },
        ],
        route: '/workout-routes/route_1.gpx',
      }),
    ]);
    const zip = await buildZip({
      'apple_health_export/workout-routes/route_1.gpx':
        buildShortGpx('2026-01-12T14:30:00Z'),
      'apple_health_export/workout-routes/route_2.gpx': buildShortGpx(
        '2026-01-14T14:30:00Z',
        'hiking',
      ),
      'apple_health_export/Exportieren.xml': document,
      'apple_health_export/export_cda.xml': '<ClinicalDocument/>',
    });
    const files = await listAll(zip);
    expect(describeFiles(files)).toEqual({
      'apple_health_export/Exportieren.xml: Running 2026-01-12 23:30:00 +0900': 'Running',
      'apple_health_export/workout-routes/route_1.gpx': 'skipped: part_of_workout',
      'apple_health_export/workout-routes/route_2.gpx': 'hiking',
      'apple_health_export/export_cda.xml': 'skipped: unknown_kind',
    });
    const [{ curves, ...workout } = {}] = getWorkouts(files);
    expect(curves?.outline).toEqual([[expect.any(Array), [52.0006, 13]]]);
    expect(workout).toEqual({
      start_time: '2026-01-12T14:30:00.000Z',
      utc_offset: 32_400,
      duration: 1830,
      elapsed: 2100,
      energy: 300,
      distance: 5010,
      avg_heart_rate: 150,
      max_heart_rate: 171,
      elevation_gain: 123.45,
      activity_type_id: getActivityTypeId('run'),
      remote_activity: 'Running',
      device: { manufacturer: 'Apple Inc.', model: 'Apple Watch' },
    });
    expect(await listAll(zip, { from: 1 })).toEqual(files.slice(1));
  });

  it('has the curves of its routes together, from those that can be read', async () => {
    const buildRoute = (start: string, latitude: number) => {
      const points = listPoints({ start, count: 7, interval: 60, from: [latitude, 13] });
      const distant = points.map((point, index) => ({
        ...point,
        lat: latitude + index * 0.002,
        ele: 40,
      }));
      const extensions =
        '<ele>40</ele><extensions><speed>3.5</speed><course>0</course></extensions>';
      const gpx = buildGpx({ tracks: [{ segments: [distant] }] });
      return gpx.replaceAll('<ele>40</ele>', extensions);
    };
    const names = ['2', '1', 'damaged', 'missing'];
    const [first = '', ...others] = names.map(
      (name) => `<FileReference path="/workout-routes/${name}.gpx"/>`,
    );
    const workout = buildHealthWorkout(
      { ...eveningRun, totalDistance: '2.67', totalDistanceUnit: 'km' },
      { route: '/workout-routes/2.gpx' },
    ).replace(
      '</WorkoutRoute>',
      `</WorkoutRoute><WorkoutRoute>${others.join('')}${first}</WorkoutRoute>`,
    );
    const routes = {
      'export/workout-routes/2.gpx': buildRoute('2026-01-12T14:30:05Z', 52),
      'export/workout-routes/1.gpx': buildRoute('2026-01-12T14:50:05Z', 52.012),
      'export/workout-routes/damaged.gpx': '<gpx><trk></gpx>',
    };
    const document = { 'export/export.xml': buildHealthExport([workout]) };
    const [found] = getWorkouts(
      await listAll(await buildZip({ ...document, ...routes })),
    );
    expect(found?.curves?.series).toMatchObject({
      seconds: [5, 65, 125, 185, 245, 305, 365, 1205, 1265, 1325, 1385, 1445, 1505, 1565],
      speed: Array(14).fill(3.5),
    });
    expect(found?.curves?.series.distance?.at(-1)).toBeCloseTo(2668.7, 0);
    expect(found?.curves?.series.summed).toEqual({ duration: 720 });
    expect(found?.curves?.series).not.toHaveProperty('heart_rate');
    expect(found?.best?.km1).toBeCloseTo(270, -1);
    const after = await listAll(await buildZip({ ...routes, ...document }));
    expect(getWorkouts(after)).toEqual([found]);
  });

  it('gives the sum of the distances of a triathlon', async () => {
    const statistics = [
      { type: 'DistanceSwimming', sum: '750', unit: 'm' },
      { type: 'DistanceCycling', sum: '20', unit: 'km' },
      { type: 'DistanceWalkingRunning', sum: '5', unit: 'km' },
    ];
    const list = async (sport: string) => {
      const workoutActivityType = `HKWorkoutActivityType${sport}`;
      const workout = buildHealthWorkout(
        { ...eveningRun, workoutActivityType },
        { statistics },
      );
      const document = Buffer.from(buildHealthExport([workout]));
      return getWorkouts(await listAll(document, { name: 'export.xml' }))[0]?.distance;
    };
    expect(await list('SwimBikeRun')).toBe(25_750);
    expect(await list('Cycling')).toBe(20_000);
  });

  it('is on the day of a zone that is a distance from Greenwich', async () => {
    const startDate = '2026-07-03 23:30:00 +0200';
    const endDate = '2026-07-03 23:50:00 +0200';
    const workout = buildHealthWorkout(
      { ...eveningRun, startDate, endDate },
      { metadata: { HKTimeZone: 'GMT+0900' } },
    );
    const document = Buffer.from(buildHealthExport([workout]));
    const [found] = getWorkouts(await listAll(document, { name: 'export.xml' }));
    expect(found).toMatchObject({ utc_offset: 32_400 });
  });

  it('gives the same digest wherever the phone was when it wrote the export', async () => {
    const there = {
      startDate: '2026-01-12 15:30:00 +0100',
      endDate: '2026-01-12 16:05:00 +0100',
    };
    const list = async (attributes: Record<string, string>, zone?: string) => {
      const metadata: Record<string, string> = zone ? { HKTimeZone: zone } : {};
      const workout = buildHealthWorkout(attributes, { metadata });
      return listAll(Buffer.from(buildHealthExport([workout])), { name: 'export.xml' });
    };
    const [here] = await list(eveningRun);
    const [elsewhere] = await list({ ...eveningRun, ...there }, 'Asia/Tokyo');
    expect(elsewhere?.digest).toBe(here?.digest);
    expect(getWorkouts(elsewhere ? [elsewhere] : [])[0]?.utc_offset).toBe(32_400);
    const [other] = await list({ ...eveningRun, endDate: '2026-01-13 00:06:00 +0900' });
    expect(other?.digest).not.toBe(here?.digest);
  });

  it.each([
    { sport: 'Cycling', metadata: { HKIndoorWorkout: '1' }, key: 'ride_indoor' },
    { sport: 'Cycling', metadata: {}, key: 'ride' },
    { sport: 'Swimming', metadata: { HKSwimmingLocationType: '1' }, key: 'swim_laps' },
    { sport: 'Swimming', metadata: { HKSwimmingLocationType: '2' }, key: 'swim_open' },
    { sport: 'TraditionalStrengthTraining', metadata: {}, key: 'strength' },
    {
      sport: 'HighIntensityIntervalTraining',
      metadata: { HKIndoorWorkout: '1' },
      key: 'studio_hiit',
    },
    { sport: 'Other', metadata: {}, key: 'other' },
    { sport: 'SomethingNew', metadata: {}, key: 'other_import' },
  ] as const)('gives $sport with $metadata as $key', async ({ sport, metadata, key }) => {
    const attributes = {
      ...eveningRun,
      workoutActivityType: `HKWorkoutActivityType${sport}`,
    };
    const workout = buildHealthWorkout(attributes, { metadata: { ...metadata } });
    const files = await listAll(Buffer.from(buildHealthExport([workout])));
    expect(getWorkouts(files)).toMatchObject([
      { activity_type_id: getActivityTypeId(key), remote_activity: sport },
    ]);
  });

  it('reads the times of a clock of 12 hours', async () => {
    const times = {
      startDate: '2026-01-12 11:30:00\u202FPM +0900',
      endDate: '2026-01-13 12:05:00 am +0900',
    };
    const workout = buildHealthWorkout({ ...eveningRun, ...times });
    const files = await listAll(Buffer.from(buildHealthExport([workout])));
    expect(getWorkouts(files)).toMatchObject([
      { start_time: '2026-01-12T14:30:00.000Z', utc_offset: 32_400, elapsed: 2100 },
    ]);
  });

  it('has no workout on a day that no month has', async () => {
    const times = {
      startDate: '2026-02-29 18:30:00 +0900',
      endDate: '2026-02-29 19:00:00 +0900',
    };
    const workout = buildHealthWorkout({ ...eveningRun, ...times });
    const files = await listAll(Buffer.from(buildHealthExport([workout])));
    expect(getWorkouts(files)).toEqual([]);
  });

  it('reads the totals of exports from before iOS 16', async () => {
    const attributes = {
      ...eveningRun,
      totalDistance: '3.1',
      totalDistanceUnit: 'mi',
      totalEnergyBurned: '250',
      totalEnergyBurnedUnit: 'Cal',
    };
    const document = buildHealthExport([buildHealthWorkout(attributes)]);
    expect(getWorkouts(await listAll(Buffer.from(document)))).toMatchObject([
      { distance: 4988.97, energy: 250 },
    ]);
  });

  it('gives the other workouts if the decoding of one fails', async () => {
    const [first, ...others] = ['12', '13', '14'].map((day) => ({
      ...eveningRun,
      startDate: `2026-01-${day} 23:30:00 +0900`,
      endDate: `2026-01-${day} 23:50:00 +0900`,
    }));
    const metadata = { HKTimeZone: 'Asia/Tokyo' };
    const faulty = buildHealthWorkout(first ?? {}, { metadata });
    const good = others.map((workout) => buildHealthWorkout(workout));
    const document = buildHealthExport([faulty, ...good]);
    using _ = vi
      .spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
      .mockImplementation(() => {
        throw new RangeError('Invalid time value');
      });
    using output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const files = await listAll(Buffer.from(document), { name: 'export.xml' });
    expect(Object.values(describeFiles(files))).toEqual([
      'unreadable: damaged',
      'Running',
      'Running',
    ]);
    expect(output.mock.calls).toEqual([[expect.stringContaining('"RangeError"')]]);
  });

  it('is one line more where it breaks', async () => {
    const workout = buildHealthWorkout(eveningRun);
    const title = 'export.xml: Running 2026-01-12 23:30:00 +0900';
    const broken = buildHealthExport([workout, '<Record value="1"></Other>', workout]);
    const cut = Buffer.from(buildHealthExport([workout])).subarray(0, -5);
    const list = async (document: string | Buffer) =>
      describeFiles(await listAll(Buffer.from(document), { name: 'export.xml' }));
    expect(await list(broken)).toEqual({
      [title]: 'Running',
      'export.xml': 'unreadable: damaged',
    });
    expect(await list(cut)).toEqual({
      [title]: 'Running',
      'export.xml': 'unreadable: cut_off',
    });
    expect(await list(buildHealthExport([]))).toEqual({
      'export.xml': 'skipped: no_workout',
    });
  });
});

describe('an export of Apple Health with a slip', () => {
  const runs = ['12', '13', '14'].map((day) =>
    buildHealthWorkout({
      ...eveningRun,
      startDate: `2026-01-${day} 23:30:00 +0900`,
      endDate: `2026-01-${day} 23:50:00 +0900`,
    }),
  );

  it.each([
    { title: 'a control character', record: '<Record sourceName="My\x0bApp"/>' },
    { title: 'a reference to one', record: '<Record sourceName="My&#11;App"/>' },
    { title: 'a bare &', record: '<Record sourceName="Salt & Pepper"/>' },
    { title: 'a bare & in a metadata', record: `${runs[1]}<M key="a & b" value="1;"/>` },
    { title: 'an unknown entity', record: '<Record value="&unknown;"/>' },
    { title: 'a space in a name', record: '<Record my name="1"/>' },
  ])('has the workouts before and after $title', async ({ record }) => {
    const [first = '', , last = ''] = runs;
    const padding = '<Record value="1"/>'.repeat(10_000);
    const broken = buildHealthExport([first, padding, record, padding, last]);
    const whole = buildHealthExport([
      first,
      ...(record.includes('<Workout') ? [runs[1] ?? ''] : []),
      last,
    ]);
    const list = (document: string) =>
      listAll(Buffer.from(document), { name: 'export.xml' });
    const found = await list(broken);
    const changes = found.map(
      ({ decoded }) => ({ changes: undefined, ...decoded }).changes,
    );
    expect(changes.filter((each) => each)).toEqual([{ characters_repaired: 1 }]);
    const read = found.map((file) => ({
      ...file,
      decoded: { ...file.decoded, changes: undefined },
    }));
    expect(read).toEqual(await list(whole));
  });
});

describe('a single file', () => {
  it('is decoded as it is, and only if it is wanted', async () => {
    const gpx = Buffer.from(buildShortGpx('2026-01-12T08:00:00Z', 'running'));
    const [file] = await listAll(gpx, { name: 'run\n.gpx' });
    expect(file).toMatchObject({ number: 0, name: 'run .gpx' });
    expect(file?.digest).toMatch(/^[\w-]{43}$/);
    expect(await listAll(gpx, { from: 1 })).toEqual([]);
  });

  it('is not read if it is too large', async () => {
    const { read } = toSource(Buffer.alloc(100));
    const large = { size: 5 * 1024 ** 3, read };
    expect(describeFiles(await listAll(large, { name: 'a.fit' }))).toEqual({
      'a.fit': 'unreadable: too_large',
    });
  });
});
