import { describe, expect, it } from 'vitest';
import { buildZip } from '#kit/archives/build-zip.ts';
import { buildShortGpx, listAll, toSource } from '#kit/archives/sources.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { listFiles } from './list-files.ts';

const german =
  'Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Aktivitätsbeschreibung,' +
  'Verstrichene Zeit,Distanz,Max. Herzfrequenz,Relative Leistung,Pendeln,Notiz,Ausrüstung,' +
  'Dateiname,Sportlergewicht,Fahrradgewicht,Verstrichene Zeit,Bewegungszeit,Distanz,' +
  'Höchstgeschwindigkeit,Durchschnittliche Geschwindigkeit,Höhenzunahme,Höhenunterschied,' +
  'Min. Höhe,Max. Höhe,Max. Steigung,Steigung,Auf,Ab,Max. Trittfrequenz,Trittfrequenz,' +
  'Max. Herzfrequenz,Durchschnittliche Herzfrequenz,Max. Watt,Watt,Kalorien\n';
const line =
  '2,"DATE",Gym,SPORT,,3600,"10,12",151,,false,,,,70.0,,3600.0,3500.0,10119.5,' +
  '5.25,,61.0,,,,,,,,,,152.0,131.0,,,412.0\n';

async function listTable(table: string, timeZone = 'UTC') {
  const zip = await buildZip({ 'activities.csv': table });
  const source = toSource(zip);
  const found = [];
  for await (const file of listFiles(source, 'export.zip', { from: 0, timeZone }))
    found.push(file);
  return found;
}

async function readOnly(table: string, timeZone?: string) {
  const [, file] = await listTable(table, timeZone);
  const { decoded } = file ?? {};
  return decoded?.outcome === 'workouts' ? decoded.workouts[0] : decoded;
}

const expected = {
  start_time: '2026-11-19T07:00:00.000Z',
  duration: 3500,
  elapsed: 3600,
  distance: 10119.5,
  energy: 412,
  avg_heart_rate: 131,
  max_heart_rate: 152,
  max_speed: 5.25,
  elevation_gain: 61,
};

describe('an activity of the table of Strava that has no file', () => {
  it.each([
    { title: 'with known headings', head: german, date: '19.11.2026, 07:00:00' },
    { title: 'by position', head: 'a,b,c\n', date: 'Nov 19, 2026, 7:00:00 AM' },
    { title: 'without headings', head: '', date: '2026-11-19 07:00:00' },
    { title: 'with months as words', head: 'é,à\n', date: '19 nov. 2026, 07:00:00' },
    { title: 'with slashes', head: '', date: '19/11/2026, 7:00:00' },
  ])('is imported $title', async ({ head, date }) => {
    const row = line.replace('DATE', date).replace('SPORT', 'Krafttraining');
    expect(await readOnly(head + row)).toMatchObject({
      ...expected,
      activity_type_id: getActivityTypeId('strength'),
    });
  });

  it('is imported from the older table, which has no private note', async () => {
    const row = line.replace('DATE', '19.11.2026, 07:00:00').replace('SPORT', 'Lauf');
    expect(await readOnly(row.replace('false,,,,', 'false,,,'))).toMatchObject(expected);
  });

  it('has the distance in kilometers if the table has no other', async () => {
    const row = '2,"19.11.2026, 07:00:00",Gym,Radfahrt,,3600,"1.010,5",,,false,,,,\n';
    const read = await readOnly(row);
    expect(read).toMatchObject({ duration: 3600, distance: 1_010_500 });
    expect(read).not.toHaveProperty('energy');
  });

  it('is on the day in the time zone of the person', async () => {
    const row = line.replace('DATE', '19.11.2026, 23:30:00').replace('SPORT', 'Yoga');
    expect(await readOnly(german + row, 'Asia/Tokyo')).toMatchObject({
      start_time: '2026-11-19T23:30:00.000Z',
      utc_offset: 9 * 3600,
    });
  });

  it.each([
    { sport: 'Wanderung', key: 'hike' },
    { sport: 'Course à pied', key: 'run' },
    { sport: 'Vélo', key: 'ride' },
    { sport: 'Natación', key: 'swim' },
    { sport: 'Fußball', key: 'team_soccer' },
    { sport: 'Weight Training', key: 'strength' },
    { sport: 'Virtuelle Radfahrt', key: 'ride_virtual' },
    { sport: 'Workout', key: 'other' },
  ] as const)('is a $key for $sport', async ({ sport, key }) => {
    const row = line.replace('DATE', '19.11.2026, 07:00:00').replace('SPORT', sport);
    expect(await readOnly(row)).toMatchObject({
      activity_type_id: getActivityTypeId(key),
    });
  });

  it('is named by a line of its own, and the table says so', async () => {
    const row = line.replace('DATE', '19.11.2026, 07:00:00').replace('SPORT', 'Yoga');
    const [table, gym] = await listTable(row);
    expect(table).toMatchObject({
      name: 'activities.csv',
      decoded: { outcome: 'skipped', reason: 'activities_without_file' },
    });
    expect(gym?.name).toBe('activities.csv: Gym');
    const [, again] = await listTable(german + row);
    expect(again?.digest).toBe(gym?.digest);
  });

  it.each([
    '31.02.2026, 07:00:00',
    '19.11.2026, 25:00:00',
    '19. Foo 2026, 7:00',
    '19 нояб. 2026, 07:00:00',
    '',
  ])('is not imported with the time %s', async (date) => {
    const row = line.replace('DATE', date).replace('SPORT', 'Yoga');
    expect(await readOnly(row)).toEqual({
      outcome: 'skipped',
      reason: 'implausible_times',
    });
  });

  it('is not one whose file was unpacked in the archive', async () => {
    const row = line
      .replace('DATE', '19.11.2026, 07:00:00')
      .replace('SPORT', 'Wanderung');
    const zip = await buildZip({
      'activities.csv': row.replace('false,,,,', 'false,,,activities/2.gpx.gz,'),
      'activities/2.gpx': buildShortGpx('2026-11-19T07:00:00Z'),
    });
    const files = await listAll(zip);
    expect(files.map(({ name }) => name)).toEqual(['activities.csv', 'activities/2.gpx']);
    const [, { decoded } = {}] = files;
    const workouts = decoded?.outcome === 'workouts' ? decoded.workouts : [];
    expect(workouts[0]?.activity_type_id).toBe(getActivityTypeId('hike'));
  });
});
