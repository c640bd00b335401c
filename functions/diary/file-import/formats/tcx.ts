import { isIndoors, isVirtualProgram } from '#functions/diary/entry/indoors.ts';
import {
  formatInstant,
  toPlausible,
  unknownEnergies,
  type WorkoutValues,
} from '#functions/diary/workout-import/plausible-workout.ts';
import {
  type FileWorkout,
  maxWorkoutDuration,
} from '#functions/diary/workout-import/workout.ts';
import { decodeRecordings, type FileContext } from './decoded-file.ts';
import { type NoteChange, toImplausibleNote } from './file-changes.ts';
import { maxStatedLaps, type StatedLap, toFileCurves } from './file-curves.ts';
import { mapFileSport } from './map-file-sport.ts';
import { createOdometer, type Odometer } from './odometer.ts';
import {
  findStatedOffset,
  isFloating,
  type Position,
  parseTime,
  toPosition,
} from './place-time.ts';
import { findStartPlace } from './start-offset.ts';
import { createTrack, type Track } from './track.ts';
import { parseNumber, type XmlDecoder } from './xml-reader.ts';

/** The values of an activity, a lap or a point that are used, by the names of their elements. */
type Values = Map<string, string>;

/** The elements whose texts are used. A heart rate is the `Value` in one of three elements. */
const usedNames = new Set([
  ...['Id', 'Name'],
  ...['TotalTimeSeconds', 'DistanceMeters', 'MaximumSpeed', 'Calories'],
  ...['AverageHeartRateBpm', 'MaximumHeartRateBpm', 'HeartRateBpm'],
  ...['Time', 'LatitudeDegrees', 'LongitudeDegrees', 'AltitudeMeters', 'Cadence'],
]);

/** The elements of the extension of a point whose texts are used. */
const extensionNames = new Set(['RunCadence', 'Speed', 'Watts']);

interface Activity {
  sport: string;
  values: Values;
  laps: LapSums;
  track: Track;
  /** The distances that its points state. */
  odometer: Odometer;
  statedLaps: StatedLap[];
  /** Epoch milliseconds of the end of the last lap, without the pauses in it. */
  lapEndMs?: number;
}

/** Sums over the laps of an activity. */
interface LapSums {
  /** The start of the first lap, as the file writes it. */
  start: string;
  duration: number;
  distance: number;
  energy: number;
  max_speed: number;
  max_heart_rate: number;
  /** The average heart rates of laps, each times the seconds of its lap. */
  beats: number;
  /** The seconds of the laps with an average heart rate. */
  beatSeconds: number;
}

/** The start as the file writes it, and what else tells the offset at it. */
interface ZoneSources {
  stated: string | undefined;
  position: Position | undefined;
  isIndoors: boolean;
}

/**
 * Starts to decode a file of TCX 2: each activity is a workout, also each of a multisport session.
 * A course or a plan is none.
 */
export function createTcxDecoder(context: FileContext): XmlDecoder {
  const activities: Activity[] = [];
  let activity: Activity | undefined;
  let lap: Values | undefined;
  let lapStart: string | undefined;
  let point: Values | undefined;
  let isInExtensions = false;
  let hasTrack = false;

  return {
    open(name, attributes) {
      if (name === 'Activity') activity = createActivity(attributes.Sport, context.note);
      if (!activity) return;
      if (name === 'Lap') {
        lap = new Map();
        lapStart = attributes.StartTime;
        hasTrack = false;
        // What lies between the end of a lap and the next is a pause.
        const startMs = parseTime(lapStart ?? '') ?? Number.NaN;
        const lastEndMs = activity.lapEndMs ?? Number.NEGATIVE_INFINITY;
        if (startMs > lastEndMs) activity.track.beginSegment(startMs);
        activity.odometer.beginPart();
        activity.laps.start ||= lapStart ?? '';
      } else if (name === 'Track' && lap) {
        // What lies between two tracks of a lap is a pause.
        if (hasTrack) activity.track.beginSegment();
        hasTrack = true;
      } else if (name === 'Trackpoint') point = new Map();
      else if (name === 'Extensions') isInExtensions = true;
    },
    close(name, text, parent = '', isForeign) {
      if (!activity) return;
      if (name === 'Activity') {
        activities.push(activity);
        activity = undefined;
      } else if (name === 'Lap' && lap) {
        addLap(activity, { lap, startMs: parseTime(lapStart ?? '') }, context.note);
        lap = undefined;
      } else if (name === 'Trackpoint' && point) {
        addPoint(activity, point);
        point = undefined;
      } else if (name === 'Extensions') isInExtensions = false;
      else if (isInExtensions && point && extensionNames.has(name)) point.set(name, text);
      else if (!isInExtensions && !isForeign) {
        const values = point ?? lap ?? activity.values;
        setValue(values, name === 'Value' ? parent : name, text, parent);
      }
    },
    finish: () =>
      decodeRecordings(
        activities,
        (activity, note) => toWorkout(activity, { ...context, note }),
        { otherwise: 'no_workout', note: context.note },
      ),
  };
}

function createActivity(sport = '', note?: NoteChange): Activity {
  const sums = { duration: 0, distance: 0, energy: 0, max_speed: 0, max_heart_rate: 0 };
  const laps = { start: '', ...sums, beats: 0, beatSeconds: 0 };
  const track = createTrack(note);
  const odometer = createOdometer();
  return { sport, values: new Map(), laps, track, odometer, statedLaps: [] };
}

function setValue(values: Values, name: string, text: string, parent: string): void {
  // A plan has a name too.
  if (name === 'Name' && parent !== 'Creator') return;
  if (text !== '' && usedNames.has(name)) values.set(name, text);
}

/** Adds a lap. Its points tell its distance if it does not. */
function addLap(
  activity: Activity,
  { lap, startMs }: { lap: Values; startMs: number | undefined },
  note?: NoteChange,
): void {
  const { laps: sums, odometer, statedLaps } = activity;
  const get = (name: string) => parseNumber(lap.get(name)) ?? 0;
  const seconds = get('TotalTimeSeconds');
  const averageRate = get('AverageHeartRateBpm');
  activity.lapEndMs = (startMs ?? Number.NaN) + seconds * 1000;
  sums.duration += seconds;
  const energy = get('Calories');
  const stated = get('DistanceMeters');
  const computed = stated > 0 ? 0 : (odometer.getPart() ?? 0);
  const distance = stated || computed;
  sums.distance += distance;
  if (computed > 0) note?.('distance_computed');
  if (unknownEnergies.has(energy)) note?.('energy_implausible');
  else sums.energy += energy;
  sums.max_speed = Math.max(sums.max_speed, get('MaximumSpeed'));
  sums.max_heart_rate = Math.max(sums.max_heart_rate, get('MaximumHeartRateBpm'));
  if (statedLaps.length < maxStatedLaps) {
    const rates = {
      avg_heart_rate: averageRate,
      max_heart_rate: get('MaximumHeartRateBpm'),
    };
    statedLaps.push({ startMs, duration: seconds, distance, ...rates });
  }
  if (averageRate > 0) {
    sums.beats += averageRate * seconds;
    sums.beatSeconds += seconds;
  }
}

function addPoint({ track, odometer }: Activity, point: Values): void {
  const get = (name: string) => parseNumber(point.get(name));
  track.add({
    counted: odometer.add(get('DistanceMeters')),
    ms: parseTime(point.get('Time') ?? ''),
    position: toPosition(get('LatitudeDegrees'), get('LongitudeDegrees')),
    altitude: get('AltitudeMeters'),
    heartRate: get('HeartRateBpm'),
    cadence: get('RunCadence') ?? get('Cadence'),
    power: get('Watts'),
    speed: get('Speed'),
  });
}

/** Converts an activity. Its points only tell what its laps do not. */
function toWorkout(
  { sport, values, laps, track, statedLaps }: Activity,
  context: FileContext,
): FileWorkout | undefined {
  const points = track.summarize();
  const stated = [values.get('Id'), laps.start].find((text = '') => parseTime(text));
  const startMs = parseTime(stated ?? '') ?? points?.firstMs;
  if (startMs === undefined) return undefined;

  const isPlausible = laps.duration > 0 && laps.duration <= maxWorkoutDuration;
  const duration = isPlausible ? laps.duration : points?.duration;
  const elapsed = points && (points.lastMs - startMs) / 1000;
  const model = values.get('Name');
  const kind = mapFileSport(sport);
  const isInside = context.isIndoors || isVirtualProgram(model) || isIndoors(kind);
  const sources = { stated, position: points?.start, isIndoors: isInside };
  const { note } = context;
  const distance = laps.distance || points?.distance;
  const lapRate = laps.beats / laps.beatSeconds;
  if (!isPlausible && duration) note?.('duration_computed');
  if (distance && !laps.distance) note?.('distance_computed');
  if (!lapRate && points?.avg_heart_rate) note?.('heart_rate_computed');
  const workout = {
    start_time: formatInstant(startMs),
    ...toZone(startMs, sources, context),
    duration,
    elapsed: elapsed && duration && elapsed > duration ? elapsed : undefined,
    energy: laps.energy,
    distance,
    avg_heart_rate: lapRate || points?.avg_heart_rate,
    max_heart_rate: laps.max_heart_rate || points?.max_heart_rate,
    max_speed: laps.max_speed,
    elevation_gain: points?.elevation_gain,
    ...kind,
    ...toFileCurves(points, {
      ...kind,
      startMs,
      laps: statedLaps,
      stated: {
        duration: isPlausible ? laps.duration : undefined,
        distance: laps.distance,
        avg_heart_rate: lapRate,
        max_heart_rate: laps.max_heart_rate,
      },
    }),
    device: model ? { model } : undefined,
  };
  return toPlausible(workout, toImplausibleNote(note));
}

/** Returns the offset at the start. A start that states none is a time at the place. */
function toZone(
  startMs: number,
  { stated = 'Z', ...place }: ZoneSources,
  context: FileContext,
): Pick<WorkoutValues, 'utc_offset' | 'local_day' | 'has_floating_start'> {
  if (isFloating(stated)) {
    context.note?.('start_time_unknown');
    return { has_floating_start: true };
  }
  const offset = findStatedOffset(stated);
  const facts = {
    ...place,
    startMs,
    stated: offset === undefined ? undefined : { offset, atMs: startMs },
  };
  return findStartPlace(facts, context);
}
