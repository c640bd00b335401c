import {
  formatInstant,
  type WorkoutValues,
} from '#functions/diary/workout-import/plausible-workout.ts';
import { findUtcOffset } from '#functions/diary/workout-import/utc-offset.ts';
import type { FileContext } from './decoded-file.ts';
import type { Position } from './place-time.ts';
import { findTimeZone } from './zone-map.ts';

/** What a file tells about the offset of a workout from UTC. */
export interface StartFacts {
  /** The start in epoch milliseconds. */
  startMs: number;
  /** The offset in seconds that the file states, and the time at which it was that. */
  stated?: { offset: number; atMs: number } | undefined;
  /** Whether the maker of the file writes UTC as the local time. */
  isZeroDoubtful?: boolean;
  /** The time zone that the file states. */
  zone?: string | undefined;
  /** The first position. */
  position?: Position | undefined;
  /** Whether the workout was indoors or on a screen, where positions are of a course. */
  isIndoors: boolean;
}

/** Seconds. Every offset of today is a multiple of it. */
const step = 900;

/** Seconds by which the clocks from which a device computes an offset may differ. */
const maxClockError = 300;

/** Seconds. The offsets of Baker Island and of Kiribati. */
const range = { min: -12 * 3600, max: 14 * 3600 } as const;

const hour = 3600;

/** The names of the zone that is at no place, which clients send as a default. */
const nowhere = /^(?:etc\/)?(?:utc|uct|gmt|zulu|universal|greenwich)$/i;

/** The offset at a start, or the day where only that is known. */
type StartPlace = Pick<WorkoutValues, 'utc_offset' | 'local_day'>;

/**
 * Returns the seconds east of UTC at the start of a workout, by the first that tells it:
 *
 * 1. the offset that the file states, if it can be true
 * 2. the time zone that the file states, and then that of the request, unless it is UTC
 * 3. the zone of the first position, unless the workout was indoors
 * 4. UTC if the request states it, otherwise the zone of the person
 *
 * A stated offset may be that of the end. If one of the zones has it then, that of the start is
 * what this zone has at the start. One that cannot be true and is hours from the person's zone
 * still tells the day of a person who travels.
 */
export function findStartPlace(start: StartFacts, context: FileContext): StartPlace {
  const place = choosePlace(start, context);
  const { note, requestedZone } = context;
  const { stated, zone = requestedZone ?? findPlaceZone(start) } = start;
  if (stated && stated.offset !== place.utc_offset) note?.('offset_corrected');
  if (!stated && zone === undefined) note?.('zone_assumed');
  return place;
}

function choosePlace(start: StartFacts, context: FileContext): StartPlace {
  const { startMs, stated } = start;
  const offset = findTrueOffset(start);
  if (offset !== undefined && stated?.atMs === startMs) return { utc_offset: offset };
  const zones = listZones(start, context);
  for (const zone of zones) {
    const utc_offset = findOffset(zone, startMs);
    const atStated =
      stated && offset !== undefined ? findOffset(zone, stated.atMs) : offset;
    if (utc_offset !== undefined && atStated === offset) {
      const local_day =
        zone === zones.at(-1) ? findFarDay(start, context, utc_offset) : undefined;
      return local_day ? { local_day } : { utc_offset };
    }
  }
  return { utc_offset: offset };
}

/** Returns the day that the clock of the device shows, if it is hours from the person's. */
function findFarDay(
  { startMs, stated }: StartFacts,
  { requestedZone }: FileContext,
  utc_offset: number,
): string | undefined {
  if (!stated || requestedZone !== undefined) return undefined;
  const isBeside = Math.abs(stated.offset - toStep(stated.offset)) > maxClockError;
  if (!isBeside || Math.abs(stated.offset - utc_offset) <= hour) return undefined;
  return formatInstant(startMs + stated.offset * 1000)?.slice(0, 10);
}

/**
 * Returns the start in epoch milliseconds of a workout of which a file states only the time at its
 * place, as if that were UTC.
 */
export function toInstant(
  localMs: number,
  start: Omit<StartFacts, 'startMs' | 'stated'>,
  context: FileContext,
): number {
  const find = (startMs: number) =>
    choosePlace({ ...start, startMs }, context).utc_offset ?? 0;
  return localMs - find(localMs - find(localMs) * 1000) * 1000;
}

function listZones(
  start: StartFacts,
  { requestedZone, timeZone }: FileContext,
): string[] {
  const isPlace = requestedZone !== undefined && !nowhere.test(requestedZone);
  const zones = [
    start.zone,
    isPlace ? requestedZone : undefined,
    findPlaceZone(start),
    requestedZone ?? timeZone,
  ];
  return zones.filter((zone) => zone !== undefined);
}

function findPlaceZone({ position, isIndoors }: StartFacts): string | undefined {
  if (!position || isIndoors) return undefined;
  return findTimeZone(position.latitude, position.longitude);
}

/**
 * Returns the offset that a file states, or undefined if it cannot be true. Some makers write UTC
 * as the local time, and some programs UTC with the offset 0: that of a position elsewhere stands
 * against it. An offset some minutes beside a possible one is that one, unless a position differs.
 */
function findTrueOffset(start: StartFacts): number | undefined {
  const { stated, isZeroDoubtful } = start;
  if (!stated) return undefined;
  const offset = toStep(stated.offset);
  const error = Math.abs(stated.offset - offset);
  const isPossible = offset >= range.min && offset <= range.max;
  if (!isPossible || error > maxClockError) return undefined;
  if (offset === 0 && isZeroDoubtful) return undefined;
  const isSure = offset !== 0 && error === 0;
  return isSure || isAtPlace(offset, start) ? offset : undefined;
}

/** Returns whether no position says that the stated offset is not that of the place. */
function isAtPlace(offset: number, start: StartFacts): boolean {
  const zone = findPlaceZone(start);
  if (zone === undefined || !start.stated) return true;
  return findOffset(zone, start.stated.atMs) === offset;
}

/** Returns the nearest offset that there can be. */
function toStep(offset: number): number {
  return Math.round(offset / step) * step;
}

function findOffset(zone: string, ms: number): number | undefined {
  return findUtcOffset(zone, new Date(ms));
}
