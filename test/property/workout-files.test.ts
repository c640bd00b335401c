import { expect, it } from 'vitest';
import { decodeFile } from '#functions/diary/file-import/formats/decode-file.ts';
import {
  getDistance,
  toPosition,
} from '#functions/diary/file-import/formats/place-time.ts';
import type { FileWorkout } from '#functions/diary/workout-import/workout.ts';
import { createRandom, type Random } from '#kit/random.ts';
import { type BuiltMessage, encodeFit, message } from '#kit/workout-files/fit-encoder.ts';
import { listActivityMessages } from '#kit/workout-files/fit-files.ts';
import {
  buildGpx,
  buildTcx,
  type FilePoint,
  listPoints,
  tcxActivity,
} from '#kit/workout-files/xml-files.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';

/** Degrees to the north from one point to the next. */
const step = 0.0003;
const metersOfStep = (step * 6_371_008.8 * Math.PI) / 180;

const sports = [
  { key: 'run', fit: 1, tcx: 'Running', word: 'running' },
  { key: 'ride', fit: 2, tcx: 'Biking', word: 'cycling' },
  { key: 'walk', fit: 11, tcx: 'Walking', word: 'walking' },
] as const;

/** A leg of an outing: its points before, between and after its pauses. */
interface Leg {
  sport: (typeof sports)[number];
  spans: FilePoint[][];
  /** Seconds from one point to the next. */
  interval: number;
}

/**
 * Makes up an outing at any place and time. The person goes to the north, and somewhere else in
 * each pause.
 */
function createOuting(random: Random, maxCount = 30): Leg[] {
  let ms = Date.UTC(2012, 0) + random.integer(0, 400_000_000) * 1000;
  const longitude = random.real(-179, 179);
  const createSpan = (interval: number): FilePoint[] => {
    const count = random.integer(2, maxCount);
    const start = new Date(ms).toISOString();
    const from = [random.real(-60, 60), longitude] as const;
    const hr = () => random.integer(60, 190);
    ms += ((count - 1) * interval + random.integer(1, 600)) * 1000;
    return listPoints({ start, count, interval, from, step, hr });
  };
  return Array.from({ length: random.integer(1, 3) }, () => {
    const interval = random.integer(1, 60);
    const spans = Array.from({ length: random.integer(1, 4) }, () =>
      createSpan(interval),
    );
    return { sport: random.pick(sports), spans, interval };
  });
}

/**
 * Makes up a leg without a pause whose recorder writes seldom, or only after some meters. The person
 * rests, goes to and fro, and may be where they were after a long gap.
 */
function createSparseLeg(random: Random): Leg {
  const startMs = Date.UTC(2012, 0) + random.integer(0, 400_000_000) * 1000;
  const interval = random.pick([1, 30, 60, 180, 300, 600]);
  const speed = random.pick([0.05, 0.5, 1.2, 3, 8]);
  const meter = step / metersOfStep;
  let [seconds, lat] = [0, random.real(-60, 60)];
  const lon = random.real(-179, 179);
  const points = Array.from({ length: random.integer(2, 300) }, (): FilePoint => {
    const time = new Date(startMs + seconds * 1000).toISOString();
    const point = { time, lat, lon, hr: random.integer(60, 190) };
    const gap = random.integer(0, 20) === 0 ? random.integer(300, 7200) : interval;
    lat += gap * speed * meter * random.pick([1, 1, 0.5, 0, -1]);
    seconds += gap;
    return point;
  });
  return { sport: sports[0], spans: [points], interval };
}

/** Returns the seconds and the meters from each point of a leg to the next. */
function measure({ spans }: Leg) {
  const points = spans.flat();
  const places = points.map(({ lat, lon }) => toPosition(lat, lon));
  const steps = places.map((place, index) => {
    const last = places[index - 1];
    return place && last ? getDistance(last, place) : 0;
  });
  const [start = '', end = ''] = [points[0]?.time, points.at(-1)?.time];
  const seconds = (Date.parse(end) - Date.parse(start)) / 1000;
  return { seconds, meters: steps.reduce((sum, meters) => sum + meters, 0) };
}

/** Returns the times and the numbers of a leg. */
function sumUp({ spans, interval }: Leg) {
  const points = spans.flat();
  const [start = '', end = ''] = [points[0]?.time, points.at(-1)?.time];
  const steps = points.length - spans.length;
  const rates = points.map(({ hr = 0 }) => hr);
  const elapsed = (Date.parse(end) - Date.parse(start)) / 1000;
  return { start, end, seconds: steps * interval, elapsed, steps, points, rates };
}

/** Lists what a device writes of legs besides their sums, with or without the distance so far. */
function listRecording(legs: readonly Leg[], hasDistance: boolean) {
  let steps = 0;
  const events: BuiltMessage[] = [];
  const addEvent = (point: FilePoint | undefined, event_type: number) =>
    events.push(message('event', { timestamp: point?.time, event: 0, event_type }));
  const records = legs.flatMap(({ spans }) =>
    spans.flatMap((span) => {
      addEvent(span[0], 0);
      addEvent(span.at(-1), 4);
      return span.map(({ time = '', lat, lon, hr }, index) => {
        steps += index === 0 ? 0 : 1;
        const place = { position_lat: lat, position_long: lon, heart_rate: hr };
        const distance = hasDistance ? { distance: steps * metersOfStep } : {};
        return { timestamp: time, ...place, ...distance };
      });
    }),
  );
  return { records, events };
}

/** Writes a session for each leg, without the sums that its records and events tell. */
function toFit(legs: readonly Leg[]): Buffer {
  const sessions = legs.map((leg) => {
    const { start, end, elapsed } = sumUp(leg);
    const times = { start_time: start, timestamp: end, total_elapsed_time: elapsed };
    return { ...times, sport: leg.sport.fit };
  });
  const { records, events } = listRecording(legs, true);
  return encodeFit(listActivityMessages({ sessions, records, more: events }));
}

/** Writes a leg as a device does whose battery died: without a session or a distance. */
function toLostFit(leg: Leg): Buffer {
  const { records, events } = listRecording([leg], false);
  const more = [message('sport', { sport: leg.sport.fit }), ...events];
  return encodeFit(listActivityMessages({ records, more }));
}

/** Writes each part between pauses as a lap, or all of them as tracks of one lap. */
function toTcx(legs: readonly Leg[], hasLaps: boolean): string {
  const activities = legs.map((leg) => {
    const { start, seconds } = sumUp(leg);
    const laps = leg.spans.map((points) => ({
      start: points[0]?.time ?? '',
      seconds: (points.length - 1) * leg.interval,
      meters: (points.length - 1) * metersOfStep,
      points,
    }));
    const whole = [{ start, seconds, tracks: leg.spans }];
    return tcxActivity({ sport: leg.sport.tcx, id: start, laps: hasLaps ? laps : whole });
  });
  const [first = '', ...others] = activities;
  const next = others.map((other) => `<NextSport>${other}</NextSport>`).join('');
  const session = `<MultiSportSession><Id>a</Id><FirstSport>${first}</FirstSport>${next}`;
  const body = others.length > 0 ? `${session}</MultiSportSession>` : first;
  return buildTcx([], `<Activities>${body}</Activities>`);
}

function toKml(legs: readonly Leg[]): string {
  const places = legs.map(({ sport, spans }) => {
    const tracks = spans.map((points) => {
      const where = points.map(({ lat, lon }) => `<gx:coord>${lon} ${lat} 0</gx:coord>`);
      const times = points.map(({ time }) => `<when>${time}</when>`);
      const rates = points.map(({ hr }) => `<gx:value>${hr}</gx:value>`);
      return `<gx:Track>${times.join('')}${where.join('')}<ExtendedData><SchemaData>
<gx:SimpleArrayData name="heart_rate">${rates.join('')}</gx:SimpleArrayData>
</SchemaData></ExtendedData></gx:Track>`;
    });
    const type = `<Data name="type"><value>${sport.word}</value></Data>`;
    return `<Placemark><ExtendedData>${type}</ExtendedData><gx:MultiTrack>${tracks.join('')}
</gx:MultiTrack></Placemark>`;
  });
  return `<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
${places.join('')}</kml>`;
}

function encode(legs: readonly Leg[]): Record<string, Buffer> {
  const tracks = legs.map(({ sport, spans }) => ({ type: sport.word, segments: spans }));
  const [only, ...others] = legs;
  return {
    fit: toFit(legs),
    gpx: Buffer.from(buildGpx({ tracks })),
    'laps.tcx': Buffer.from(toTcx(legs, true)),
    'tracks.tcx': Buffer.from(toTcx(legs, false)),
    kml: Buffer.from(toKml(legs)),
    ...(only && others.length === 0 && { 'lost.fit': toLostFit(only) }),
  };
}

/** Expects a series within its bounds, whose distance is that of all points. */
function expectSeries({ curves, duration }: FileWorkout, meters: number, name: string) {
  const { series, outline = [] } = curves ?? {};
  const { seconds = [], laps = [], lap_count, stated, summed, ...values } = series ?? {};
  const distance = series?.distance ?? [];
  expect(seconds.length, name).toBeGreaterThan(1);
  for (const list of [seconds, outline.flat(), ...Object.values(values)]) {
    expect(list.length, name).toBeLessThanOrEqual(240);
  }
  expect(laps.length, name).toBeLessThanOrEqual(200);
  for (const list of [seconds, distance]) {
    expect(list, name).toEqual(list.toSorted((one, other) => (one ?? 0) - (other ?? 0)));
  }
  expect(new Set(seconds).size, name).toBe(seconds.length);
  expect(seconds.at(-1), name).toBeGreaterThanOrEqual(duration - 1);
  // A series has decimeters.
  const difference = Math.abs((distance.at(-1) ?? 0) - meters);
  expect(difference, name).toBeLessThan(meters / 100 + 0.06);
  expect(summed?.distance, name).toBeUndefined();
}

it('the series of an outing of any length is bounded, in order and the same way', () => {
  const random = createRandom(20_261_129);
  for (let number = 0; number < 12; number += 1) {
    const legs = createOuting(random, 1500);
    for (const [format, bytes] of Object.entries(encode(legs))) {
      const decoded = decodeFile(bytes, `outing.${format}`, { timeZone: 'UTC' });
      const workouts = decoded.outcome === 'workouts' ? decoded.workouts : [];
      expect(workouts.length, `${number} ${format}`).toBe(legs.length);
      for (const [index, workout] of workouts.entries()) {
        const leg = legs[index];
        const meters = leg ? sumUp(leg).steps * metersOfStep : Number.NaN;
        expectSeries(workout, meters, `${number} ${format} ${index}`);
      }
    }
  }
});

it('a track of few points with long gaps has the time and the way of all of them', () => {
  const random = createRandom(20_261_130);
  for (let number = 0; number < 200; number += 1) {
    const leg = createSparseLeg(random);
    const { seconds, meters } = measure(leg);
    const segments = [{ type: leg.sport.word, segments: leg.spans }];
    const gpx = Buffer.from(buildGpx({ tracks: segments }));
    const files = { gpx, kml: Buffer.from(toKml([leg])), fit: toLostFit(leg) };
    for (const [format, bytes] of Object.entries(files)) {
      const decoded = decodeFile(bytes, `sparse.${format}`, { timeZone: 'UTC' });
      const [workout] = decoded.outcome === 'workouts' ? decoded.workouts : [];
      const name = `${number} ${format}`;
      expect([workout?.duration, workout?.elapsed], name).toEqual([seconds, undefined]);
      expect(Math.abs((workout?.distance ?? 0) - meters), name).toBeLessThan(
        meters / 100 + 0.2,
      );
      if (workout) expectSeries(workout, meters, name);
    }
  }
});

it('an outing is the same workouts, whichever format it is written in', () => {
  const random = createRandom(20_261_129);
  for (let number = 0; number < 200; number += 1) {
    const legs = createOuting(random);
    const offsets = new Set<string>();
    for (const [format, bytes] of Object.entries(encode(legs))) {
      const decoded = decodeFile(bytes, `outing.${format}`, { timeZone: 'UTC' });
      const workouts = decoded.outcome === 'workouts' ? decoded.workouts : [];
      expect(workouts.length, `${number} ${format}`).toBe(legs.length);
      for (const [index, leg] of legs.entries()) {
        const { start, seconds, elapsed, steps, rates } = sumUp(leg);
        const average = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
        const workout = workouts[index];
        expect(workout, `${number} ${format} ${index}`).toMatchObject({
          start_time: start,
          duration: seconds,
          avg_heart_rate: Math.round(Math.round(average * 100) / 100),
          max_heart_rate: Math.max(...rates),
          activity_type_id: getActivityTypeId(leg.sport.key),
        });
        expect(workout?.elapsed ?? seconds, `${number} ${format}`).toBe(elapsed);
        const meters = steps * metersOfStep;
        const difference = Math.abs((workout?.distance ?? 0) - meters);
        expect(difference, `${number} ${format}`).toBeLessThan(0.2);
        if (workout) expectSeries(workout, meters, `${number} ${format} ${index}`);
      }
      offsets.add(workouts.map(({ utc_offset }) => utc_offset).join());
    }
    expect(offsets.size).toBe(1);
  }
});
