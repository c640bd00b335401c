import {
  formatInstant,
  toPlausible,
} from '#functions/diary/workout-import/plausible-workout.ts';
import { mapSport } from '#functions/diary/workout-import/sport.ts';
import { findUtcOffset } from '#functions/diary/workout-import/utc-offset.ts';
import type { FileWorkout } from '#functions/diary/workout-import/workout.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { openRoute } from '../formats/decode-file.ts';
import {
  type DecodedFile,
  decodeRecordings,
  type ReadProblem,
  reportFault,
  unreadable,
} from '../formats/decoded-file.ts';
import {
  type NoteChange,
  toImplausibleNote,
  withChanges,
} from '../formats/file-changes.ts';
import { toFileCurves } from '../formats/file-curves.ts';
import { findStatedOffset } from '../formats/place-time.ts';
import { openXml, parseNumber, type XmlAttributes } from '../formats/xml-reader.ts';
import { appleSports } from './apple-sports.data.ts';
import { type HealthMeasurements, isMeasurementRecord } from './health-measurements.ts';
import { parseHealthTime, readHealthDevice } from './health-records.ts';
import type { Pieces } from './pieces.ts';

/** A workout of an export of Apple Health. */
interface HealthWorkout {
  /** Its sport and its start, as the export has them. */
  title: string;
  /** A digest of what Apple records of it, the same in each export. */
  digest: string;
  /** The paths of its routes in the archive, e.g. `/workout-routes/route_1.gpx`. */
  routes: readonly string[];
  decode(readRoute: ReadRoute): Promise<DecodedFile>;
}

/** Reads a route of the archive. Returns undefined if there is none, or it cannot be read. */
type ReadRoute = (path: string) => Promise<Buffer | undefined>;

/** The element of a workout, and what is used of the elements in it. */
interface WorkoutElement {
  attributes: XmlAttributes;
  /** The values of the used entries of the metadata. */
  metadata: Map<string, string>;
  /** The attributes of the statistics by their type, e.g. `HeartRate`. */
  statistics: Map<string, XmlAttributes>;
  routes: string[];
  /** The characters in the document that were replaced to read it. */
  repairs: number;
}

/** The metadata of the time zone of the place. */
const zoneKey = 'HKTimeZone';

/** The metadata that are used. Apps add their own. */
const usedMetadata: ReadonlySet<string> = new Set([
  'HKElevationAscended',
  'HKIndoorWorkout',
  'HKSwimmingLocationType',
  zoneKey,
]);

/** The statistics that are used. A workout has one distance, a triathlon three. */
const usedStatistics = /^(?:HeartRate|ActiveEnergyBurned|Distance\w{1,40})$/;
const maxStatistics = 20;

/** Bounds of the routes. A workout has one, of several sports one for each. */
const maxRoutes = 20;
const maxPathLength = 300;

const quantityPrefix = 'HKQuantityTypeIdentifier';
const sportPrefix = 'HKWorkoutActivityType';

/**
 * Returns whether a document begins as an export of Apple Health, whose name is in any language.
 */
export function isHealthExport(start: Buffer): boolean {
  return /<!DOCTYPE\s+HealthData\b|<HealthData\b/.test(start.toString('latin1'));
}

/** A record that is a value of the body. */
interface RecordElement {
  attributes: XmlAttributes;
  zone?: string | undefined;
}

/**
 * Reads the workouts of an export of Apple Health in the order of the document, and collects the
 * values of the body meanwhile. It is read piece by piece, and memory holds the workouts of one
 * piece.
 */
export async function* readHealthExport(
  pieces: Pieces,
  measurements: HealthMeasurements,
): AsyncGenerator<HealthWorkout, ReadProblem | undefined, undefined> {
  let found: WorkoutElement[] = [];
  let current: WorkoutElement | undefined;
  let record: RecordElement | undefined;
  /** Those since the last workout, which the next one shows. */
  let repairs = 0;
  const document = openXml(
    {
      open(name, attributes, parent) {
        if (name === 'Record' && isMeasurementRecord(attributes.type))
          record = { attributes };
        else if (parent === 'Record' && record && attributes.key === zoneKey)
          record.zone = attributes.value;
        else if (name === 'Workout') current = createElement(attributes);
        else if (parent === 'Workout' && current) addDetail(current, name, attributes);
        else if (name === 'FileReference' && parent === 'WorkoutRoute' && current)
          addRoute(current, attributes.path);
      },
      close(name) {
        if (name === 'Record' && record) {
          measurements.add(record.attributes, record.zone);
          record = undefined;
        }
        if (name !== 'Workout' || !current) return;
        found.push({ ...current, repairs });
        repairs = 0;
        current = undefined;
      },
    },
    // The bytes left of the archive bound it.
    {
      maxSteps: Number.POSITIVE_INFINITY,
      note: (_, times = 1) => {
        repairs += times;
      },
    },
  );

  for (;;) {
    const { done, value } = await pieces.next();
    const problem = done ? (value ?? document.end()) : document.write(value);
    for (const element of found) yield toHealthWorkout(element);
    found = [];
    if (done || problem) return problem;
  }
}

function addRoute({ routes }: WorkoutElement, path = ''): void {
  if (path === '' || path.length > maxPathLength || routes.length >= maxRoutes) return;
  // A copy, because the parser's text keeps the whole piece of the document in memory.
  routes.push(Buffer.from(path).toString());
}

function createElement(attributes: XmlAttributes): WorkoutElement {
  const [metadata, statistics] = [new Map(), new Map()];
  return { attributes, metadata, statistics, routes: [], repairs: 0 };
}

function addDetail(
  { metadata, statistics }: WorkoutElement,
  name: string,
  attributes: XmlAttributes,
): void {
  const { key = '', value = '' } = attributes;
  if (name === 'MetadataEntry' && usedMetadata.has(key)) metadata.set(key, value);
  if (name !== 'WorkoutStatistics' || statistics.size >= maxStatistics) return;
  const type = attributes.type?.replace(quantityPrefix, '') ?? '';
  if (usedStatistics.test(type)) statistics.set(type, attributes);
}

function toHealthWorkout(element: WorkoutElement): HealthWorkout {
  const { workoutActivityType = '', startDate = '' } = element.attributes;
  const title = `${workoutActivityType.replace(sportPrefix, '')} ${startDate}`;
  return {
    title,
    digest: toIdentity(element),
    routes: element.routes,
    decode: (readRoute) => decodeWithRoutes(element, readRoute),
  };
}

/** Decodes a workout, and adds the curves of its routes. One that cannot be read has none. */
async function decodeWithRoutes(
  element: WorkoutElement,
  readRoute: ReadRoute,
): Promise<DecodedFile> {
  const decoded = decodeElement(element);
  if (decoded.outcome !== 'workouts') return decoded;
  const route = openRoute();
  for (const path of element.routes) {
    const bytes = await readRoute(path);
    if (bytes) route.add(bytes);
  }
  const points = route.finish();
  const workouts = decoded.workouts.map((workout) => {
    const startMs = Date.parse(workout.start_time);
    return {
      ...workout,
      ...toFileCurves(points, { ...workout, startMs, stated: workout }),
    };
  });
  return { ...decoded, workouts };
}

function decodeElement(element: WorkoutElement): DecodedFile {
  try {
    return withChanges((note) => {
      note('characters_repaired', element.repairs);
      const decode = (one: WorkoutElement) => toWorkout(one, note);
      return decodeRecordings([element], decode, { otherwise: 'no_workout', note });
    });
  } catch (error) {
    return unreadable(reportFault(error));
  }
}

/** Returns a digest of what stays, wherever the phone is when it writes an export. */
function toIdentity({ attributes }: WorkoutElement): string {
  const { workoutActivityType, sourceName, startDate = '', endDate = '' } = attributes;
  const times = [startDate, endDate].map(parseHealthTime);
  return toDigest(JSON.stringify([workoutActivityType, sourceName, ...times]));
}

/** Seconds, kilocalories and meters by the units of Apple. */
const secondsByUnit = { s: 1, sec: 1, min: 60, hr: 3600 };
const kilocaloriesByUnit = { kcal: 1, Cal: 1, cal: 0.001, kJ: 1 / 4.184, J: 1 / 4184 };
const metersByUnit = { m: 1, km: 1000, cm: 0.01, mi: 1609.344, yd: 0.9144, ft: 0.3048 };

function convert(
  value: string | undefined,
  unit: string | undefined,
  units: Readonly<Record<string, number>>,
): number | undefined {
  const number = parseNumber(value);
  const factor = Object.hasOwn(units, unit ?? '') ? units[unit ?? ''] : undefined;
  return number === undefined || factor === undefined ? undefined : number * factor;
}

function toWorkout(element: WorkoutElement, note: NoteChange): FileWorkout | undefined {
  const { attributes, metadata, statistics } = element;
  const { startDate = '', endDate = '', durationUnit = 'min' } = attributes;
  const startMs = parseHealthTime(startDate);
  const elapsed = (parseHealthTime(endDate) - startMs) / 1000;
  const stated = convert(attributes.duration, durationUnit, secondsByUnit);
  const duration = stated ?? elapsed;
  const heartRate = statistics.get('HeartRate');
  const ascent = metadata.get('HKElevationAscended')?.split(' ') ?? [];
  const values = {
    start_time: formatInstant(startMs),
    utc_offset: findOffset(element, startMs),
    duration,
    elapsed: elapsed > duration ? elapsed : undefined,
    energy: findEnergy(element),
    distance: findDistance(element),
    avg_heart_rate: parseNumber(heartRate?.average),
    max_heart_rate: parseNumber(heartRate?.maximum),
    elevation_gain: convert(ascent[0], ascent[1], metersByUnit),
    ...findSport(element),
    device: readHealthDevice(attributes.device),
  };
  return toPlausible(values, toImplausibleNote(note));
}

/**
 * The times of an export have the offset of the phone; the metadata may have the zone of the place.
 */
function findOffset({ attributes, metadata }: WorkoutElement, startMs: number) {
  const stated = findStatedOffset(attributes.startDate ?? '');
  const zone = metadata.get(zoneKey);
  if (zone === undefined) return stated;
  return findUtcOffset(zone, new Date(startMs)) ?? stated;
}

/** Exports have statistics since iOS 16, and before that the totals as attributes. */
function findEnergy({ attributes, statistics }: WorkoutElement): number | undefined {
  const active = statistics.get('ActiveEnergyBurned');
  const { totalEnergyBurned, totalEnergyBurnedUnit } = attributes;
  return active
    ? convert(active.sum, active.unit, kilocaloriesByUnit)
    : convert(totalEnergyBurned, totalEnergyBurnedUnit, kilocaloriesByUnit);
}

/**
 * Each sport has a distance of its own, e.g. `DistanceCycling`, of which a workout of several
 * sports has several. In others, the watch also counts what is part of the same way.
 */
function findDistance({ attributes, statistics }: WorkoutElement): number | undefined {
  const types = [...statistics.keys()].filter((type) => type.startsWith('Distance'));
  const distances = types.map((type) => {
    const { sum, unit } = statistics.get(type) ?? {};
    return convert(sum, unit, metersByUnit) ?? 0;
  });
  const { totalDistance, totalDistanceUnit, workoutActivityType = '' } = attributes;
  if (distances.length === 0)
    return convert(totalDistance, totalDistanceUnit, metersByUnit);
  return severalSports.test(workoutActivityType)
    ? distances.reduce((sum, distance) => sum + distance, 0)
    : Math.max(...distances);
}

const severalSports = /SwimBikeRun$/;

/** Where a swim was, by the number in the metadata. */
const swimPlaces: Readonly<Record<string, string>> = { 1: 'pool', 2: 'open' };

function findSport({ attributes, metadata }: WorkoutElement) {
  const sport = attributes.workoutActivityType?.replace(sportPrefix, '') ?? '';
  const swimPlace = swimPlaces[metadata.get('HKSwimmingLocationType') ?? ''];
  const place = metadata.get('HKIndoorWorkout') === '1' ? 'indoor' : swimPlace;
  const { activity_type_id } = mapSport(appleSports, `${place ?? ''}${sport}`, [sport]);
  return { activity_type_id, remote_activity: sport };
}
