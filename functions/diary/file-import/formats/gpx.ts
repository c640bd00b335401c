import { formatInstant, toPlausible } from '#functions/diary/import/plausible-workout.ts';
import { mapSport } from '#functions/diary/import/sport.ts';
import type { FileWorkout } from '#functions/diary/import/workout.ts';
import { decodeRecordings, type FileContext, maxWorkouts } from './decoded-file.ts';
import { fileSports, unknownSport } from './file-sports.data.ts';
import { findOffsetAt, findStatedOffset, parseTime, toPosition } from './place-time.ts';
import { createTrack, type TrackPoint, type TrackSummary } from './track.ts';
import { parseNumber, type XmlDecoder } from './xml-reader.ts';

interface Recording {
  type: string;
  summary: TrackSummary;
  /** The offset that the first time states. */
  statedOffset: number | undefined;
}

/**
 * Starts to decode a file of GPX 1.0 or 1.1: each track with times is a workout. The format knows
 * no duration: it is from the first to the last point of each segment. Moving time is not computed.
 */
export function createGpxDecoder({ timeZone }: FileContext): XmlDecoder {
  const recordings: Recording[] = [];
  let hasUntimedTrack = false;
  let track = createTrack();
  let type = '';
  let statedOffset: number | undefined;
  let hasPoints = false;
  let point: TrackPoint | undefined;

  const beginTrack = () => {
    track = createTrack();
    type = '';
    statedOffset = undefined;
    hasPoints = false;
  };
  const endTrack = () => {
    const summary = track.summarize();
    if (summary) recordings.push({ type, summary, statedOffset });
    else hasUntimedTrack ||= hasPoints;
  };

  return {
    open(name, { lat, lon }) {
      if (recordings.length > maxWorkouts) return;
      if (name === 'trk') beginTrack();
      else if (name === 'trkseg') track.beginSegment();
      else if (name === 'trkpt') {
        point = { position: toPosition(parseNumber(lat), parseNumber(lon)) };
      }
    },
    close(name, text, parent) {
      if (recordings.length > maxWorkouts) return;
      if (name === 'trk') endTrack();
      else if (name === 'type' && parent === 'trk') type = text;
      if (!point) return;
      if (name === 'trkpt') {
        track.add(point);
        hasPoints = true;
        point = undefined;
      } else if (name === 'time') {
        point.ms = parseTime(text);
        statedOffset ??= findStatedOffset(text);
      } else if (name === 'ele') point.altitude = parseNumber(text);
      // The TrackPointExtension has `hr`, and the extension of Cluetrust has `heartrate`.
      else if (name === 'hr' || name === 'heartrate') point.heartRate = parseNumber(text);
    },
    finish: () =>
      decodeRecordings(
        recordings,
        (recording) => toWorkout(recording, timeZone),
        hasUntimedTrack ? 'no_times' : 'no_workout',
      ),
  };
}

function toWorkout(
  { type, summary, statedOffset }: Recording,
  timeZone: string,
): FileWorkout | undefined {
  const { firstMs, start, elapsed, duration } = summary;
  return toPlausible({
    start_time: formatInstant(firstMs),
    utc_offset: findOffsetAt(firstMs, { position: start, statedOffset, timeZone }),
    duration,
    elapsed: elapsed > duration ? elapsed : undefined,
    distance: summary.distance,
    avg_heart_rate: summary.avg_heart_rate,
    max_heart_rate: summary.max_heart_rate,
    elevation_gain: summary.elevation_gain,
    ...mapSport(fileSports, type || unknownSport),
  });
}
