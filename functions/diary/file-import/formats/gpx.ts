import { isVirtualProgram } from '#functions/diary/entry/indoors.ts';
import { decodeRecordings, type FileContext, maxWorkouts } from './decoded-file.ts';
import type { NoteChange } from './file-changes.ts';
import { findStatedOffset, parseTime, toPosition } from './place-time.ts';
import { createTrack, type TrackPoint } from './track.ts';
import { type TrackRecording, type TrackSums, toTrackWorkout } from './track-workout.ts';
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

/** The sums of Garmin's extension for a track, by the names of their elements. */
const sumNames = new Map<string, keyof TrackSums>([
  ['Calories', 'energy'],
  ['Distance', 'distance'],
  ['AvgHeartRate', 'avg_heart_rate'],
  ['MaxSpeed', 'max_speed'],
]);

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
      const isIndoors = context.isIndoors || isVirtual;
      const otherwise = untimedTracks > 0 ? 'no_times' : 'no_workout';
      return decodeRecordings(
        recordings,
        (recording, note) => toTrackWorkout(recording, { ...context, isIndoors, note }),
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
  const recordings: TrackRecording[] = [];
  let isVirtual = false;
  let untimedTracks = 0;
  let track = createTrack(note);
  let sums: TrackSums = {};
  let type = '';
  let statedOffset: number | undefined;
  let hasPoints = false;
  let point: TrackPoint | undefined;

  const beginTrack = () => {
    track = createTrack(note);
    sums = {};
    type = '';
    statedOffset = undefined;
    hasPoints = false;
  };
  const endTrack = () => {
    const summary = track.summarize();
    if (summary) recordings.push({ type, summary, sums, statedOffset });
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
      else if (parent === 'TrackStatsExtension') {
        const sum = sumNames.get(name);
        if (sum) sums[sum] = parseNumber(text);
      }
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
