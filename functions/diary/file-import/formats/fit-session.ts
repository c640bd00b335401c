import {
  formatInstant,
  toPlausible,
  type WorkoutValues,
} from '#functions/diary/import/plausible-workout.ts';
import { mapSport } from '#functions/diary/import/sport.ts';
import type { FileWorkout } from '#functions/diary/import/workout.ts';
import type { StatedDevice } from '#functions/main/device/device.ts';
import { unknownSport } from './file-sports.data.ts';
import type { FitMessage } from './fit-reader.ts';
import { fitSports, sportNames, subSportNames } from './fit-sport.data.ts';
import { findOffsetAt, type Position, toPosition } from './place-time.ts';
import { createTrack } from './track.ts';

/** The numbers of sports that are parts or sums of an activity. */
export const partSports = { transition: 3, multisport: 18 } as const;

const virtualActivity = 58;

/** A session of an activity, before its times are checked. */
export interface FitSession {
  startMs: number | undefined;
  position: Position | undefined;
  /** The numbers of the sport and of its variant. */
  sport: number | undefined;
  sub_sport: number | undefined;
  /** Seconds. */
  duration: number | undefined;
  elapsed: number | undefined;
  values: Pick<
    WorkoutValues,
    | 'energy'
    | 'distance'
    | 'avg_heart_rate'
    | 'max_heart_rate'
    | 'max_speed'
    | 'elevation_gain'
  >;
}

/** The facts that a session takes from the rest of its file. */
export interface SessionContext {
  /** For sessions that do not state theirs. */
  sport: number | undefined;
  sub_sport: number | undefined;
  position?: Position | undefined;
  /** Seconds that the device's local time is ahead of UTC, if it is plausible. */
  localOffset: number | undefined;
  device: StatedDevice | undefined;
  /** The person's time zone. */
  timeZone: string;
}

/** The seconds from 1970 to 1989-12-31T00:00Z, when the clock of the protocol starts. */
const clockStart = 631_065_600;

/** Smaller times count from when the device was turned on. */
const minClockTime = 0x10000000;

/** The largest time of the protocol, in 32 bits. A file can store any number in its field. */
const maxClockTime = 0xffffffff;

/**
 * Returns a time of a device in epoch milliseconds, or undefined if its clock was not set, or it is
 * no time of the protocol.
 */
export function toEpochMs(time: number | undefined): number | undefined {
  if (time === undefined || !Number.isInteger(time)) return undefined;
  if (time < minClockTime || time > maxClockTime) return undefined;
  return (time + clockStart) * 1000;
}

export function readSession(message: FitMessage): FitSession {
  const get = (field: number, scale = 1) => {
    const value = message.getNumber(field);
    return value === undefined ? undefined : value / scale;
  };
  const elapsed = get(7, 1000);
  const endMs = toEpochMs(get(253));
  const startMs = toEpochMs(get(2)) ?? (endMs && endMs - (elapsed ?? 0) * 1000);
  return {
    startMs,
    position: readPosition(message, 3, 4),
    sport: get(5),
    sub_sport: get(6),
    // Without the pauses, which the elapsed time has.
    duration: get(8, 1000) || elapsed,
    elapsed,
    values: {
      energy: get(11),
      distance: get(9, 100),
      avg_heart_rate: get(16),
      max_heart_rate: get(17),
      max_speed: get(125, 1000) ?? get(15, 1000),
      elevation_gain: get(22),
    },
  };
}

/** Reads a position, which has 2^31 units for 180 degrees. */
export function readPosition(
  message: FitMessage,
  latitudeField: number,
  longitudeField: number,
): Position | undefined {
  const get = (field: number) => {
    const value = message.getNumber(field);
    return value === undefined ? undefined : (value * 180) / 2 ** 31;
  };
  return toPosition(get(latitudeField), get(longitudeField));
}

/** Sums up the records of a file that has no session, e.g. because the device lost its power. */
export function createRecordSums() {
  const track = createTrack();
  let distance = 0;
  let max_speed = 0;

  return {
    add(record: FitMessage) {
      const get = (field: number) => record.getNumber(field);
      const altitude = get(78) ?? get(2);
      track.add({
        ms: toEpochMs(record.time),
        position: readPosition(record, 0, 1),
        altitude: altitude === undefined ? undefined : altitude / 5 - 500,
        heartRate: get(3),
      });
      distance = Math.max(distance, (get(5) ?? 0) / 100);
      max_speed = Math.max(max_speed, (get(73) ?? get(6) ?? 0) / 1000);
    },
    /** Returns the session, or undefined if no record has a time. */
    finish(): FitSession | undefined {
      const summary = track.summarize();
      if (!summary) return undefined;
      const { firstMs, start, duration, ...sums } = summary;
      return {
        startMs: firstMs,
        position: start,
        sport: undefined,
        sub_sport: undefined,
        duration,
        elapsed: undefined,
        values: {
          distance: distance || sums.distance,
          avg_heart_rate: sums.avg_heart_rate,
          max_heart_rate: sums.max_heart_rate,
          max_speed,
          elevation_gain: sums.elevation_gain,
        },
      };
    },
  };
}

/** Converts a session, or returns undefined if its times are implausible. */
export function toWorkout(
  session: FitSession,
  context: SessionContext,
): FileWorkout | undefined {
  const { startMs, duration, elapsed, values } = session;
  const { localOffset, timeZone, device } = context;
  if (startMs === undefined) return undefined;
  const hasSport = session.sport !== undefined;
  const { sport, sub_sport } = hasSport ? session : context;
  // The courses of virtual rides are on an island far away.
  const position = isVirtual(sub_sport)
    ? undefined
    : (session.position ?? context.position);
  return toPlausible({
    start_time: formatInstant(startMs),
    ...toPlaceTime(startMs, { localOffset, position, timeZone }),
    duration,
    elapsed: elapsed && duration && elapsed > duration ? elapsed : undefined,
    ...values,
    ...mapFitSport(sport, sub_sport),
    device,
  });
}

/** Returns whether a variant of a sport takes place on a screen. */
function isVirtual(sub_sport: number | undefined): boolean {
  return sub_sport === virtualActivity;
}

/**
 * Returns our activity type for the numbers of a sport and its variant, with their names, e.g.
 * `running/trail`.
 */
function mapFitSport(sport: number | undefined, sub_sport = 0) {
  if (sport === undefined) return mapSport(fitSports, unknownSport);
  const name = sportNames[sport] ?? `sport ${sport}`;
  const subName = subSportNames[sub_sport];
  if (!subName) return mapSport(fitSports, name);
  return mapSport(fitSports, `${name}/${subName}`, [subName, name]);
}

interface PlaceSources {
  localOffset: number | undefined;
  position: Position | undefined;
  timeZone: string;
}

/**
 * Returns the offset at the start, by the local time that the device shows. Some devices show one
 * that is 22 or 51 minutes off: then it only tells the day. Some apps write UTC as the local time,
 * so zero gives way to a position.
 */
function toPlaceTime(
  startMs: number,
  { localOffset, position, timeZone }: PlaceSources,
): Pick<WorkoutValues, 'utc_offset' | 'local_day'> {
  const isStated = localOffset !== undefined && (localOffset !== 0 || !position);
  if (!isStated) {
    const hints = { position, statedOffset: undefined, timeZone };
    return { utc_offset: findOffsetAt(startMs, hints) };
  }
  if (localOffset % 900 === 0) return { utc_offset: localOffset };
  return { local_day: formatInstant(startMs + localOffset * 1000)?.slice(0, 10) };
}
