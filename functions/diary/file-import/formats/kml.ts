import { decodeRecordings, type FileContext, maxWorkouts } from './decoded-file.ts';
import { findStatedOffset, parseTime, toPosition } from './place-time.ts';
import { createTrack, type TrackPoint } from './track.ts';
import { type TrackRecording, toTrackWorkout } from './track-workout.ts';
import { parseNumber, type XmlDecoder } from './xml-reader.ts';

/** The lists of a track, which belong together by their order. */
interface TrackLists {
  times: string[];
  /** Longitude, latitude and altitude, with spaces between them. */
  places: string[];
  heartRate: string[];
  cadence: string[];
  power: string[];
}

/** The names that recorders have for the lists of values. */
const arrayNames = [
  { list: 'heartRate', names: /^(?:heart[ _]?rate|hr|bpm)$/i },
  { list: 'cadence', names: /^(?:cadence|cad)$/i },
  { list: 'power', names: /^(?:power|watts)$/i },
] as const;

/**
 * Starts to decode a file of KML: each place of the map with a `gx:Track`, or with several in a
 * `gx:MultiTrack`, is a workout, as a track of GPX is. Lines without times are none.
 */
export function createKmlDecoder(context: FileContext): XmlDecoder {
  /** The places of the map with tracks. */
  const recordings: TrackRecording[] = [];
  let hasLines = false;
  let track = createTrack(context.note);
  let lists = createLists();
  let type = '';
  let statedOffset: number | undefined;
  let arrayName = '';
  let dataName = '';

  const beginPlace = () => {
    track = createTrack(context.note);
    type = '';
    statedOffset = undefined;
  };
  const endTrack = () => {
    for (const point of listPoints(lists)) track.add(point);
    const [first = ''] = lists.times;
    statedOffset ??= findStatedOffset(first);
  };
  const endPlace = () => {
    const summary = track.summarize();
    if (summary) recordings.push({ type, summary, statedOffset });
  };
  const setValue = (parent: string, text: string) => {
    if (parent === 'SimpleArrayData') {
      const found = arrayNames.find(({ names }) => names.test(arrayName));
      if (found) lists[found.list].push(text);
    } else if (parent === 'Data' && dataName === 'type') type = text;
  };

  return {
    open(element, { name = '' }) {
      if (element === 'Placemark') beginPlace();
      else if (element === 'SimpleArrayData') arrayName = name;
      else if (element === 'Data') dataName = name;
      else if (element === 'LineString') hasLines = true;
      else if (element === 'Track') {
        lists = createLists();
        track.beginSegment();
      }
    },
    close(element, text, parent = '') {
      if (recordings.length > maxWorkouts) return;
      if (element === 'value') setValue(parent, text);
      else if (element === 'Placemark') endPlace();
      else if (element === 'Track') endTrack();
      else if (parent === 'Track' && element === 'when') lists.times.push(text);
      else if (parent === 'Track' && element === 'coord') lists.places.push(text);
    },
    finish: () =>
      decodeRecordings(
        recordings,
        (recording, note) => toTrackWorkout(recording, { ...context, note }),
        { otherwise: hasLines ? 'no_times' : 'no_workout', note: context.note },
      ),
  };
}

function createLists(): TrackLists {
  return { times: [], places: [], heartRate: [], cadence: [], power: [] };
}

function* listPoints({ times, places, ...lists }: TrackLists): Generator<TrackPoint> {
  for (const [index, time] of times.entries()) {
    const [longitude, latitude, altitude] = (places[index] ?? '').split(/[ ,]+/);
    yield {
      ms: parseTime(time),
      position: toPosition(parseNumber(latitude), parseNumber(longitude)),
      altitude: parseNumber(altitude),
      heartRate: parseNumber(lists.heartRate[index]),
      cadence: parseNumber(lists.cadence[index]),
      power: parseNumber(lists.power[index]),
    };
  }
}
