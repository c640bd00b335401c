import { describe, expect, it } from 'vitest';
import { withoutCurves } from '#kit/workout-files/without-curves.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { decodeFile } from './decode-file.ts';

/** Returns a track of places in Berlin, a minute and 67 meters apart. */
function buildTrack(start: string, heartRates: readonly number[] = [120, 130, 140]) {
  const startMs = Date.parse(start);
  const times = heartRates.map((_, index) => new Date(startMs + index * 60_000));
  return [
    '<gx:Track>',
    ...times.map((time) => `<when>${time.toISOString()}</when>`),
    ...times.map(
      (_, index) => `<gx:coord>13.4${index} 52.52 ${34 + index * 6}</gx:coord>`,
    ),
    '<ExtendedData><SchemaData><gx:SimpleArrayData name="heart_rate">',
    ...heartRates.map((rate) => `<gx:value>${rate}</gx:value>`),
    '</gx:SimpleArrayData></SchemaData></ExtendedData>',
    '</gx:Track>',
  ].join('');
}

function decode(...places: readonly string[]) {
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">',
    '<Document>',
    ...places.map((place) => `<Placemark>${place}</Placemark>`),
    '</Document></kml>',
  ].join('\n');
  return withoutCurves(
    decodeFile(Buffer.from(text), 'track.kml', { timeZone: 'America/New_York' }),
  );
}

const type =
  '<ExtendedData><Data name="type"><value><![CDATA[running]]></value></Data></ExtendedData>';

describe('a KML file', () => {
  it('has a workout with the places, times and heart rates of a track', () => {
    expect(decode(type + buildTrack('2026-07-01T22:30:00Z'))).toEqual({
      outcome: 'workouts',
      workouts: [
        {
          start_time: '2026-07-01T22:30:00.000Z',
          utc_offset: 7200,
          duration: 120,
          distance: expect.closeTo(1353, 0),
          avg_heart_rate: 130,
          max_heart_rate: 140,
          elevation_gain: 12,
          activity_type_id: getActivityTypeId('run'),
          remote_activity: 'running',
        },
      ],
    });
  });

  it('counts what lies between several tracks of a place as a pause', () => {
    const tracks = [
      buildTrack('2026-07-01T06:00:00Z'),
      buildTrack('2026-07-01T06:10:00Z'),
    ];
    const place = `<gx:MultiTrack>${tracks.join('')}</gx:MultiTrack>`;
    expect(decode(place)).toMatchObject({ workouts: [{ duration: 240, elapsed: 720 }] });
  });

  it('has a workout for each place with a track', () => {
    const days = ['2026-07-01T06:00:00Z', '2026-07-02T06:00:00Z'];
    const [first, second] = days.map((day) => buildTrack(day));
    const point = '<Point><coordinates>13.4,52.52</coordinates></Point>';
    const starts = [{ start_time: days[0] }, { start_time: days[1] }];
    const expected = starts.map(({ start_time = '' }) => ({
      start_time: new Date(start_time).toISOString(),
    }));
    expect(decode(first ?? '', point, second ?? '')).toMatchObject({
      workouts: expected,
    });
  });

  it('has none if it has lines without times, or places only', () => {
    const line =
      '<LineString><coordinates>13.4,52.5 13.5,52.5</coordinates></LineString>';
    expect(decode(line)).toEqual({ outcome: 'skipped', reason: 'no_times' });
    const point = '<Point><coordinates>13.4,52.52</coordinates></Point>';
    expect(decode(point)).toEqual({ outcome: 'skipped', reason: 'no_workout' });
  });
});
