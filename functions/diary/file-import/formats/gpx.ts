import { isIndoors, isVirtualProgram } from '#functions/diary/entry/indoors.ts';
import {
  formatInstant,
  toPlausible,
} from '#functions/diary/workout-import/plausible-workout.ts';
import type { FileWorkout } from '#functions/diary/workout-import/workout.ts';
import { decodeRecordings, type FileContext, maxWorkouts } from './decoded-file.ts';
import { type NoteChange, toImplausibleNote } from './file-changes.ts';
import { toFileCurves } from './file-curves.ts';
import { mapFileSport } from './map-file-sport.ts';
import { findStatedOffset, parseTime, toPosition } from './place-time.ts';
import { findStartPlace } from './start-offset.ts';
import { createTrack, type TrackPoint, type TrackSummary } from './track.ts';
import { parseNumber, type XmlDecoder, type XmlHandlers } from './xml-reader.ts';

/** The values of points in extensions, by the names of their elements. */
const pointNames = new Map<string, 'heartRate' | 'cadence' | 'power' | 'speed'>([
  // The TrackPointExtension has `hr`, and the extension of Cluetrust has `heartrate`.
  ['hr', 'heartRate'],
  ['heartrate', 'heartRate'],
  ['cad', 'cadence'],
  ['cadence', 'cadence'],
  ['power', 'power'],
  ['PowerInWatts', 'power'],
  ['speed', 'speed'],
]);

/** The values of Garmin's extension for the sums of a track, by the names of their elements. */
type TrackStats = Map<string, number | undefined>;

interface Recording {
  type: string;
  summary: TrackSummary;
  stats: TrackStats;
  /** The offset that the first time states. */
  statedOffset: number | undefined;
}

/**
 * Starts to decode a file of GPX 1.0 or 1.1: each track with times is a workout. The format knows
 * no duration: it is from the first to the last point of each segment. Moving time is not computed.
 */
export function createGpxDecoder(context: FileContext): XmlDecoder {
  const { note } = context;
  const tracks = readTracks(note);
  return {
    ...tracks,
    finish() {
      const { recordings, isVirtual, untimedTracks } = tracks.finish();
      note?.('workouts_left_out', untimedTracks);
      const otherwise = untimedTracks > 0 ? 'no_times' : 'no_workout';
      return decodeRecordings(
        recordings,
        (recording, note) => toWorkout(recording, { ...context, isVirtual, note }),
        { otherwise, note },
      );
    },
  };
}

/** Starts to read the tracks of files that are one way together. */
export function createRouteReader() {
  const tracks = readTracks(undefined, { areJoined: true });
  return { ...tracks, finish: () => tracks.finish().recordings[0]?.summary };
}

/** Starts to read tracks, each of which is a recording unless they are joined to one. */
function readTracks(note: NoteChange | undefined, { areJoined = false } = {}) {
  const recordings: Recording[] = [];
  let isVirtual = false;
  let untimedTracks = 0;
  let track = createTrack(note);
  let stats: TrackStats = new Map();
  let type = '';
  let statedOffset: number | undefined;
  let hasPoints = false;
  let point: TrackPoint | undefined;

  const beginTrack = () => {
    track = createTrack(note);
    stats = new Map();
    type = '';
    statedOffset = undefined;
    hasPoints = false;
  };
  const endTrack = () => {
    const summary = track.summarize();
    if (summary) recordings.push({ type, summary, stats, statedOffset });
    else if (hasPoints) untimedTracks += 1;
  };
  const setPoint = (point: TrackPoint, name: string, text: string) => {
    if (name === 'time') {
      point.ms = parseTime(text);
      statedOffset ??= findStatedOffset(text);
    } else if (name === 'ele') point.altitude = parseNumber(text);
    else if (name === 'speed') point.speed = parseNumber(text);
  };

  const handlers: Required<XmlHandlers> = {
    open(name, { lat, lon, creator }, parent) {
      if (recordings.length > maxWorkouts) return;
      if (name === 'trkpt') {
        point = { position: toPosition(parseNumber(lat), parseNumber(lon)) };
      } else if (name === 'trkseg') track.beginSegment();
      else if (name === 'trk' && !areJoined) beginTrack();
      else if (parent === undefined) isVirtual = isVirtualProgram(creator);
    },
    close(name, text, parent, isForeign) {
      if (recordings.length > maxWorkouts) return;
      if (name === 'trk' && !areJoined) endTrack();
      else if (name === 'type' && parent === 'trk') type = text;
      else if (parent === 'TrackStatsExtension') stats.set(name, parseNumber(text));
      if (!point) return;
      if (name === 'trkpt') {
        track.add(point);
        hasPoints = true;
        point = undefined;
      } else if (parent === 'trkpt' && !isForeign) setPoint(point, name, text);
      else {
        const value = pointNames.get(name);
        if (value) point[value] = parseNumber(text);
      }
    },
  };
  return {
    ...handlers,
    finish() {
      if (areJoined) endTrack();
      return { recordings, isVirtual, untimedTracks };
    },
  };
}

/** Converts a track. Garmin's sums only tell what its points do not. */
function toWorkout(
  { type, summary, stats, statedOffset }: Recording,
  context: FileContext & { isVirtual: boolean },
): FileWorkout | undefined {
  const { firstMs, elapsed, duration } = summary;
  const sport = mapFileSport(type);
  const start = {
    startMs: firstMs,
    stated:
      statedOffset === undefined ? undefined : { offset: statedOffset, atMs: firstMs },
    position: summary.start,
    isIndoors: context.isIndoors || context.isVirtual || isIndoors(sport),
  };
  const values = {
    start_time: formatInstant(firstMs),
    ...findStartPlace(start, context),
    duration,
    elapsed: elapsed > duration ? elapsed : undefined,
    energy: stats.get('Calories'),
    distance: summary.distance || stats.get('Distance'),
    avg_heart_rate: summary.avg_heart_rate ?? stats.get('AvgHeartRate'),
    max_heart_rate: summary.max_heart_rate,
    max_speed: stats.get('MaxSpeed'),
    elevation_gain: summary.elevation_gain,
    ...sport,
    ...toFileCurves(summary, { ...sport, startMs: firstMs }),
  };
  return toPlausible(values, toImplausibleNote(context.note));
}
