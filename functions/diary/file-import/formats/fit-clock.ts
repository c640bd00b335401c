import { compact } from '#shared/runtime/compact.ts';
import type { NoteChange } from './file-changes.ts';
import type { FitMessage } from './fit-reader.ts';
import type { StartFacts } from './start-offset.ts';

/** What the messages of a file tell about its clock, in seconds as the file has them. */
export interface ClockFacts {
  /** Of a correlation: a time in UTC, and what the clock since power-on and the local one show. */
  correlated?: Record<'time' | 'systemTime' | 'localTime', number | undefined>;
  /** Of the end of the activity. */
  ended?: Record<'time' | 'localTime', number | undefined>;
}

/** The clock of a file. */
export interface FitClock {
  /** Returns a time in epoch milliseconds, or undefined if it is no time of the clock. */
  toMs(time: number | undefined): number | undefined;
  /** Whether the milliseconds are those of the time at the place, as if that were UTC. */
  isLocal: boolean;
  /** The offset of the local time, if it is plausible. */
  stated?: StartFacts['stated'];
}

/** The seconds from 1970 to 1989-12-31T00:00Z, when the clock of the protocol starts. */
const clockStart = 631_065_600;

/** Smaller times count from when the device was turned on. */
const minClockTime = 0x10000000;

/** The largest time of the protocol, in 32 bits. A file can store any number in its field. */
const maxClockTime = 0xffffffff;

/** Larger differences between the local time and UTC are of a clock that was not set. */
const maxLocalOffset = 15 * 3600;

export function readCorrelation(facts: ClockFacts, message: FitMessage): void {
  facts.correlated ??= {
    time: message.getNumber(253),
    systemTime: message.getNumber(1),
    localTime: message.getNumber(3),
  };
}

export function readActivityEnd(facts: ClockFacts, message: FitMessage): void {
  facts.ended = { time: message.getNumber(253), localTime: message.getNumber(5) };
}

/**
 * Returns the clock of a file. Times since power-on become times by the correlation, or else by the
 * local time of the end.
 */
export function createFitClock(
  { correlated, ended }: ClockFacts,
  note?: NoteChange,
): FitClock {
  let isShifted = false;
  const utcShift = correlated && subtract(correlated.time, correlated.systemTime);
  const isEndRelative = !isAbsolute(ended?.time) && isAbsolute(ended?.localTime);
  const localShift = isEndRelative ? subtract(ended?.localTime, ended?.time) : undefined;
  const shift = utcShift ?? localShift;
  const toMs = (time: number | undefined) => {
    if (time === undefined || !Number.isInteger(time)) return undefined;
    const isRelative = time < minClockTime && shift !== undefined;
    if (isRelative && !isShifted) note?.('clock_restored');
    isShifted ||= isRelative;
    const at = isRelative ? time + shift : time;
    return isAbsolute(at) ? (at + clockStart) * 1000 : undefined;
  };
  const stated = [ended, correlated].map((one) => toStated(one, toMs));
  return {
    toMs,
    isLocal: utcShift === undefined && localShift !== undefined,
    ...compact({ stated: stated.find((one) => one !== undefined) }),
  };
}

function isAbsolute(time = Number.NaN): boolean {
  return time >= minClockTime && time <= maxClockTime;
}

/** Returns by how much a clock is ahead, if one shows a time of the protocol, and both are set. */
function subtract(absolute: number | undefined, other: number | undefined) {
  if (absolute === undefined || other === undefined || !isAbsolute(absolute))
    return undefined;
  return absolute - other;
}

function toStated(
  times: { time: number | undefined; localTime: number | undefined } | undefined,
  toMs: FitClock['toMs'],
): FitClock['stated'] {
  const atMs = toMs(times?.time);
  const localTime = times?.localTime;
  if (atMs === undefined || !isAbsolute(localTime) || localTime === undefined)
    return undefined;
  const offset = localTime + clockStart - atMs / 1000;
  return Math.abs(offset) <= maxLocalOffset ? { offset, atMs } : undefined;
}
