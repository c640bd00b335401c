import type { NoteChange } from './file-changes.ts';
import type { FitClock } from './fit-clock.ts';
import { createMotionReader, motionField, type RecordMotion } from './fit-motion.ts';
import type { FitMessage } from './fit-reader.ts';
import { listRestarts, type TimerEvent, type TimeSpan } from './fit-timer.ts';
import type { TotalValues } from './fit-totals.ts';
import { createOdometer } from './odometer.ts';
import { type Position, toPosition } from './place-time.ts';
import {
  createHeartRates,
  createTrack,
  type TrackPoint,
  type TrackSummary,
} from './track.ts';

/** The sums of the records of a session. */
export interface RecordSums {
  /** Epoch milliseconds of the first and of the last record, in a file without sessions. */
  span?: TimeSpan | undefined;
  /** The first position. */
  start: Position | undefined;
  values: Partial<TotalValues>;
  points: TrackSummary | undefined;
}

/** Sums up records by the sessions to which they belong. */
export interface RecordSummation {
  add(record: FitMessage): void;
  /** Returns the sums of each session. */
  finish(): readonly RecordSums[];
}

/** The fields of a record whose values are used. */
const usedFields = [0, 1, 2, 3, 4, 5, 6, 7, motionField, 33, 73, 78];

/** Returns whether records with these fields tell something. */
export function isUseful(recorded: ReadonlySet<number>): boolean {
  return usedFields.some((field) => recorded.has(field));
}

/**
 * Starts the sums of all records of a file without sessions. The way in a pause adds no distance.
 */
export function createWholeSums(
  { toMs }: FitClock,
  events: readonly TimerEvent[],
  note?: NoteChange,
): RecordSummation {
  const distance = createOdometer();
  const energy = createOdometer();
  const points = createRecordTrack(toMs, events, { note });
  const readMotion = createMotionReader();
  let max_speed = 0;
  return {
    add(record) {
      const motion = readMotion(record);
      const step = { ...motion, distance: distance.add(motion.distance) };
      energy.add(record.getNumber(33));
      const { speed = 0 } = points.add(record, step);
      max_speed = Math.max(max_speed, speed);
    },
    finish() {
      const summary = points.summarize();
      if (!summary) return [];
      const { firstMs, lastMs, start, recorded: _, ...sums } = summary;
      const meters = (distance.getPart() ?? 0) / 100;
      const counted = { distance: meters || sums.distance, energy: energy.getPart() };
      const values = { ...sums, ...counted, max_speed };
      return [{ span: { firstMs, lastMs }, start, values, points: summary }];
    },
  };
}

/** In milliseconds. A position this long before the start is where the recorder was last used. */
const maxPositionAge = 12 * 3_600_000;

/** A session that records are summed up for. */
interface RecordedSession {
  /** Epoch milliseconds. */
  startMs: number | undefined;
  /** Meters of its pool. */
  pool: number | undefined;
}

/** Starts the sums of sessions, in the order of their starts: what sessions may not state. */
export function createSessionSums(
  { toMs }: FitClock,
  sessions: readonly RecordedSession[],
  events: readonly TimerEvent[],
): RecordSummation {
  const distance = createOdometer();
  const energy = createOdometer();
  const readMotion = createMotionReader();
  const finished: RecordSums[] = [];
  let heartRates = createHeartRates();
  const beginTrack = () =>
    createRecordTrack(toMs, events, sessions[finished.length] ?? {});
  let points = beginTrack();
  let start: Position | undefined;

  const endSession = () => {
    const meters = (distance.getPart() ?? 0) / 100;
    const values = { distance: meters, energy: energy.getPart(), ...heartRates.get() };
    finished.push({ start, values, points: points.summarize() });
    distance.beginPart();
    energy.beginPart();
    heartRates = createHeartRates();
    points = beginTrack();
    start = undefined;
  };
  const hasEnded = (ms: number | undefined) => {
    const next = sessions[finished.length + 1]?.startMs;
    return ms !== undefined && next !== undefined && ms >= next;
  };
  const oldestMs = (sessions[0]?.startMs ?? 0) - maxPositionAge;

  return {
    add(record) {
      const recordMs = toMs(record.time);
      while (hasEnded(recordMs)) endSession();
      const motion = readMotion(record);
      const step = { ...motion, distance: distance.add(motion.distance) };
      energy.add(record.getNumber(33));
      const { ms = oldestMs, heartRate, position } = points.add(record, step);
      heartRates.add(heartRate);
      if (ms >= oldestMs) start ??= position;
    },
    finish() {
      while (finished.length < sessions.length) endSession();
      return finished;
    },
  };
}

/** Starts a track of records, whose segments begin at a start and where the timer went on. */
function createRecordTrack(
  toMs: FitClock['toMs'],
  events: readonly TimerEvent[],
  { startMs, pool, note }: Partial<RecordedSession> & { note?: NoteChange | undefined },
) {
  const restarts = listRestarts(events)
    .map(toMs)
    .filter((ms = 0) => ms > (startMs ?? 0));
  let next = 0;
  const track = createTrack(note, pool);
  track.beginSegment(startMs);
  return {
    /** Adds a record, with its distance from the one before. */
    add(record: FitMessage, step: RecordMotion): TrackPoint {
      const point = readPoint(record, toMs(record.time), step);
      while ((point.ms ?? 0) >= (restarts[next] ?? Number.POSITIVE_INFINITY)) {
        track.beginSegment(restarts[next]);
        next += 1;
      }
      track.add(point);
      return point;
    },
    summarize: () => track.summarize(),
  };
}

function readPoint(
  record: FitMessage,
  ms: number | undefined,
  { distance, speed }: RecordMotion,
): TrackPoint {
  const altitude = record.getNumber(78) ?? record.getNumber(2);
  return {
    ms,
    position: readPosition(record, 0, 1),
    altitude: altitude === undefined ? undefined : altitude / 5 - 500,
    heartRate: record.getNumber(3),
    counted: distance === undefined ? undefined : distance / 100,
    speed: speed === undefined ? undefined : speed / 1000,
    cadence: record.getNumber(4),
    power: record.getNumber(7),
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
