import type { NoteChange } from './file-changes.ts';
import type { FitClock } from './fit-clock.ts';
import type { FitMessage } from './fit-reader.ts';
import { listRestarts, type TimerEvent, type TimeSpan } from './fit-timer.ts';
import type { TotalValues } from './fit-totals.ts';
import { createOdometer } from './odometer.ts';
import { type Position, toPosition } from './place-time.ts';
import { createHeartRates, createTrack, type TrackPoint } from './track.ts';

/** The sums of the records of a session. */
export interface RecordSums {
  /** Epoch milliseconds of the first and of the last record, in a file without sessions. */
  span?: TimeSpan | undefined;
  /** The first position. */
  start: Position | undefined;
  values: Partial<TotalValues>;
}

/** Sums up records by the sessions to which they belong. */
export interface RecordSummation {
  add(record: FitMessage): void;
  /** Returns the sums of each session. */
  finish(): readonly RecordSums[];
}

/** What a session takes from its records, and the number of the field of a record. */
export const recordedValues: readonly { name: keyof TotalValues; field: number }[] = [
  { name: 'distance', field: 5 },
  { name: 'energy', field: 33 },
  { name: 'avg_heart_rate', field: 3 },
  { name: 'max_heart_rate', field: 3 },
];

/** The numbers of the fields of a record with a position. */
export const positionFields = [0, 1] as const;

/**
 * Starts the sums of all records of a file without sessions. The way in a pause adds no distance.
 */
export function createWholeSums(
  { toMs }: FitClock,
  events: readonly TimerEvent[],
  note?: NoteChange,
): RecordSummation {
  const restarts = listRestarts(events).map(toMs);
  let next = 0;
  const distance = createOdometer();
  const energy = createOdometer();
  const track = createTrack(note);
  let max_speed = 0;
  return {
    add(record) {
      distance.add(record.getNumber(5));
      energy.add(record.getNumber(33));
      const point = readPoint(record, toMs);
      while ((point.ms ?? 0) >= (restarts[next] ?? Number.POSITIVE_INFINITY)) {
        track.beginSegment();
        next += 1;
      }
      track.add(point);
      const speed = record.getNumber(73) ?? record.getNumber(6) ?? 0;
      max_speed = Math.max(max_speed, speed / 1000);
    },
    finish() {
      const summary = track.summarize();
      if (!summary) return [];
      const { firstMs, lastMs, start, ...sums } = summary;
      const meters = (distance.getPart() ?? 0) / 100;
      const counted = { distance: meters || sums.distance, energy: energy.getPart() };
      return [
        { span: { firstMs, lastMs }, start, values: { ...sums, ...counted, max_speed } },
      ];
    },
  };
}

/**
 * Starts the sums of sessions with these starts, in order: what sessions may not state, and nothing
 * else, because a file has thousands of records.
 */
export function createSessionSums(
  { toMs }: FitClock,
  startsMs: readonly (number | undefined)[],
): RecordSummation {
  const distance = createOdometer();
  const energy = createOdometer();
  const finished: RecordSums[] = [];
  let heartRates = createHeartRates();
  let start: Position | undefined;

  const endSession = () => {
    const meters = (distance.getPart() ?? 0) / 100;
    const counted = { distance: meters, energy: energy.getPart() };
    finished.push({ start, values: { ...counted, ...heartRates.get() } });
    distance.beginPart();
    energy.beginPart();
    heartRates = createHeartRates();
    start = undefined;
  };
  const hasEnded = (time: number | undefined) => {
    const next = startsMs[finished.length + 1];
    const ms = next === undefined ? undefined : toMs(time);
    return ms !== undefined && next !== undefined && ms >= next;
  };

  return {
    add(record) {
      while (hasEnded(record.time)) endSession();
      distance.add(record.getNumber(5));
      energy.add(record.getNumber(33));
      heartRates.add(record.getNumber(3));
      start ??= readPosition(record, 0, 1);
    },
    finish() {
      while (finished.length < startsMs.length) endSession();
      return finished;
    },
  };
}

function readPoint(record: FitMessage, toMs: FitClock['toMs']): TrackPoint {
  const altitude = record.getNumber(78) ?? record.getNumber(2);
  return {
    ms: toMs(record.time),
    position: readPosition(record, 0, 1),
    altitude: altitude === undefined ? undefined : altitude / 5 - 500,
    heartRate: record.getNumber(3),
  };
}

/** Reads a position, which has 2^31 units for 180 degrees. */
export function readPosition(
  message: FitMessage,
  latitudeField: number,
  longitudeField: number,
): Position | undefined {
  const latitude = message.getNumber(latitudeField);
  const longitude = message.getNumber(longitudeField);
  if (latitude === undefined || longitude === undefined) return undefined;
  return toPosition((latitude * 180) / 2 ** 31, (longitude * 180) / 2 ** 31);
}
