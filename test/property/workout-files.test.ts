import { expect, it } from 'vitest';
import { decodeFile } from '#functions/diary/file-import/formats/decode-file.ts';
import { createRandom, type Random } from '#kit/random.ts';
import { encodeFit, message } from '#kit/workout-files/fit-encoder.ts';
import { listActivityMessages } from '#kit/workout-files/fit-files.ts';
import { buildGpx, buildTcx, listPoints } from '#kit/workout-files/xml-files.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';

/** Degrees to the north from one point to the next. */
const step = 0.0003;
const metersOfDegree = (6_371_008.8 * Math.PI) / 180;

/** Makes up a run to the north, at any place and time. */
function createRun(random: Random) {
  const startMs = Date.UTC(2012, 0) + random.integer(0, 400_000_000) * 1000;
  const start = new Date(startMs).toISOString();
  const count = random.integer(2, 60);
  const interval = random.integer(1, 60);
  const rates = Array.from({ length: count }, () => random.integer(60, 190));
  const from = [random.real(-60, 60), random.real(-179, 179)] as const;
  const points = listPoints({
    start,
    count,
    interval,
    from,
    step,
    hr: (index) => rates[index] ?? 0,
  });
  const seconds = (count - 1) * interval;
  return { start, seconds, meters: (count - 1) * step * metersOfDegree, rates, points };
}

type Run = ReturnType<typeof createRun>;

function toFit({ points }: Run): Buffer {
  const records = points.map(({ time = '', lat, lon, hr }) => ({
    timestamp: time,
    position_lat: lat,
    position_long: lon,
    heart_rate: hr,
  }));
  const more = [message('sport', { sport: 1 })];
  return encodeFit(listActivityMessages({ records, more }));
}

function toKml({ points }: Run): string {
  const places = points.map(({ lat, lon }) => `<gx:coord>${lon} ${lat} 0</gx:coord>`);
  const times = points.map(({ time }) => `<when>${time}</when>`);
  const rates = points.map(({ hr }) => `<gx:value>${hr}</gx:value>`);
  return `<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
<Placemark><ExtendedData><Data name="type"><value>running</value></Data></ExtendedData><gx:Track>
${times.join('')}${places.join('')}<ExtendedData><SchemaData>
<gx:SimpleArrayData name="heart_rate">${rates.join('')}</gx:SimpleArrayData>
</SchemaData></ExtendedData></gx:Track></Placemark></kml>`;
}

function encode(run: Run): Record<string, Buffer> {
  const { start, seconds, meters, points } = run;
  const gpx = buildGpx({ tracks: [{ type: 'running', segments: [points] }] });
  const laps = [{ start, seconds, meters, points }];
  const tcx = buildTcx([{ sport: 'Running', id: start, laps }]);
  return {
    fit: toFit(run),
    gpx: Buffer.from(gpx),
    tcx: Buffer.from(tcx),
    kml: Buffer.from(toKml(run)),
  };
}

it('a run is the same workout, whichever format it is written in', () => {
  const random = createRandom(20_261_129);
  for (let number = 0; number < 200; number += 1) {
    const run = createRun(random);
    const { rates, start, seconds, meters } = run;
    const average = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    const offsets = new Set<number | undefined>();
    for (const [format, bytes] of Object.entries(encode(run))) {
      const decoded = decodeFile(bytes, `run.${format}`, { timeZone: 'UTC' });
      const [workout] = decoded.outcome === 'workouts' ? decoded.workouts : [];
      expect(workout, `${number} ${format}`).toMatchObject({
        start_time: start,
        duration: seconds,
        avg_heart_rate: Math.round(Math.round(average * 100) / 100),
        max_heart_rate: Math.max(...rates),
        activity_type_id: getActivityTypeId('run'),
      });
      expect(Math.abs((workout?.distance ?? 0) - meters)).toBeLessThan(0.1);
      offsets.add(workout?.utc_offset);
    }
    expect(offsets.size).toBe(1);
  }
});
