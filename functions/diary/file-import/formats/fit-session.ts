import { isIndoors } from '#functions/diary/entry/indoors.ts';
import type { Sensor } from '#functions/diary/entry/origin.ts';
import {
  formatInstant,
  toPlausible,
} from '#functions/diary/workout-import/plausible-workout.ts';
import { mapSport } from '#functions/diary/workout-import/sport.ts';
import type { FileWorkout } from '#functions/diary/workout-import/workout.ts';
import type { StatedDevice } from '#functions/main/device/device.ts';
import type { FileContext } from './decoded-file.ts';
import { type FileChange, toImplausibleNote } from './file-changes.ts';
import { type StatedLap, toFileCurves } from './file-curves.ts';
import { unknownSport } from './file-sports.data.ts';
import type { FitClock } from './fit-clock.ts';
import type { FitMessage } from './fit-reader.ts';
import { type RecordSums, readPosition } from './fit-records.ts';
import { fitSports, sportNames, subSportNames } from './fit-sport.data.ts';
import { measureTimer, type TimerEvent, type TimeSpan } from './fit-timer.ts';
import {
  type FitLap,
  type FitLength,
  type FitSessionTotals,
  fillIn,
  readSessionTotals,
  sumTotals,
  type TotalValues,
} from './fit-totals.ts';
import type { Position } from './place-time.ts';
import { findStartPlace, type StartFacts, toInstant } from './start-offset.ts';

/** The numbers of sports that are parts or sums of an activity. */
export const partSports = { transition: 3, multisport: 18 } as const;

/** A session as the file states it. */
export interface FitSession extends FitSessionTotals {
  position: Position | undefined;
  /** The name of the sport as the device shows it. */
  profile: string | undefined;
  /** Whether the file has none, e.g. because the device lost its power. */
  isImplied: boolean;
}

/** What a session has in it, from which it takes what it does not state. */
export interface SessionParts {
  laps: readonly FitLap[];
  lengths: readonly FitLength[];
  /** In the order of their times. */
  events: readonly TimerEvent[];
  records: RecordSums | undefined;
}

/** The facts that a session takes from the rest of its file. */
export interface SessionContext extends FileContext {
  /** For sessions that do not state theirs. */
  fileSport: Sport & Pick<FitSession, 'profile'>;
  clock: FitClock;
  device: StatedDevice | undefined;
  /** Those of the whole file. */
  sensors: ReadonlySet<Sensor>;
  /** The first position of the file, if it was looked for. */
  position?: Position | undefined;
  /** Whether the program that wrote the file shows courses on a screen. */
  isVirtual: boolean;
  /** Whether the maker writes UTC as the local time. */
  isZeroDoubtful: boolean;
}

/** The numbers of a sport and of its variant. */
type Sport = Pick<FitSessionTotals, 'sport' | 'sub_sport'>;

export function readSession(message: FitMessage): FitSession {
  const position = readPosition(message, 3, 4);
  const profile = message.getText(110);
  return { ...readSessionTotals(message), position, profile, isImplied: false };
}

/** The session of a file that has none. */
export const impliedSession: FitSession = {
  start: undefined,
  end: undefined,
  sport: undefined,
  sub_sport: undefined,
  pool: undefined,
  activeLengths: undefined,
  hasUnknownEnergy: false,
  position: undefined,
  profile: undefined,
  values: fillIn([]),
  isImplied: true,
};

/**
 * Returns the values of a session. What it does not state comes from its laps if each states it,
 * then from its records, and then from those laps or lengths that do. The records come first in a
 * file without sessions, because its last lap may be missing.
 */
function fillSession(
  { values, pool, activeLengths, isImplied }: FitSession,
  { laps, lengths, events, records }: SessionParts,
  span: TimeSpan | undefined,
  clock: FitClock,
): TotalValues {
  const { duration, elapsed: _, ...recorded } = records?.values ?? {};
  const ofLaps = sumTotals(laps, true);
  const lapsEndMs = clock.toMs(laps.at(-1)?.end);
  const untimed = span && lapsEndMs ? Math.max(0, span.lastMs - lapsEndMs) / 1000 : 0;
  const timed =
    ofLaps.duration && isImplied ? ofLaps.duration + untimed : ofLaps.duration;
  const timer = {
    duration: span && measureTimer(events, span, clock),
    elapsed: span && isImplied ? toSeconds(span) : undefined,
  };
  const swum = countLengths({ laps, lengths, activeLengths });
  return fillIn([
    values,
    ...(isImplied ? [timer, recorded] : []),
    { ...ofLaps, duration: timed },
    timer,
    recorded,
    sumTotals(laps),
    { ...sumTotals(lengths), distance: pool && swum ? pool * swum : undefined },
    { duration: values.elapsed || duration },
    // One that states zero has not begun.
    { duration: span && values.duration === undefined ? toSeconds(span) : undefined },
  ]);
}

function toSeconds({ firstMs, lastMs }: TimeSpan): number {
  return (lastMs - firstMs) / 1000;
}

/** Returns how many lengths of the pool were swum. */
function countLengths({
  laps,
  lengths,
  activeLengths,
}: Pick<SessionParts, 'laps' | 'lengths'> & Pick<FitSession, 'activeLengths'>) {
  const ofLaps = laps.reduce((total, lap) => total + (lap.activeLengths ?? 0), 0);
  return activeLengths || ofLaps || lengths.filter(({ isActive }) => isActive).length;
}

/** Converts a session, or returns undefined if its times are implausible. */
export function toWorkout(
  session: FitSession,
  parts: SessionParts,
  context: SessionContext,
): FileWorkout | undefined {
  const { clock, device, sensors } = context;
  const span = findSpan(session, parts, clock);
  const values = fillSession(session, parts, span, clock);
  const endMs = clock.toMs(session.end);
  const byEnd = endMs && endMs - (session.values.elapsed ?? 0) * 1000;
  const clockMs = clock.toMs(session.start) ?? byEnd ?? span?.firstMs;
  if (clockMs === undefined) return undefined;
  const sport = findSport([session, context.fileSport, ...parts.laps]);
  const profile = session.profile ?? context.fileSport.profile;
  const mapped = mapFitSport(sport.sport, sport.sub_sport, profile);
  const facts = {
    position: session.position ?? parts.records?.start ?? context.position,
    isIndoors: context.isIndoors || context.isVirtual || isIndoors(mapped),
    isZeroDoubtful: context.isZeroDoubtful,
  };
  const startMs = clock.isLocal ? toInstant(clockMs, facts, context) : clockMs;
  const stated = clock.isLocal ? undefined : clock.stated;
  const start: StartFacts = { ...facts, startMs, stated };
  const { duration = 0, elapsed = 0 } = values;
  const { pool = 0, activeLengths } = session;
  const isPool = pool > 0 && countLengths({ ...parts, activeLengths }) > 0;
  for (const change of listChanges(session, values)) context.note?.(change);
  const workout = {
    start_time: formatInstant(startMs),
    ...findStartPlace(start, context),
    ...values,
    elapsed: duration && elapsed > duration ? elapsed : undefined,
    ...mapped,
    ...toFileCurves(parts.records?.points, {
      ...mapped,
      startMs: clockMs,
      laps: listStatedLaps(parts.laps, clock),
      stated: session.values,
    }),
    device,
    sensors: isPool ? [...sensors, 'lengths' as const] : [...sensors],
  };
  return toPlausible(workout, toImplausibleNote(context.note));
}

function listStatedLaps(laps: readonly FitLap[], { toMs }: FitClock): StatedLap[] {
  return laps.map(({ start, values }) => ({
    startMs: toMs(start),
    duration: values.duration ?? values.elapsed,
    distance: values.distance,
    avg_heart_rate: values.avg_heart_rate,
    max_heart_rate: values.max_heart_rate,
  }));
}

/** The changes by the values that a session may not state. */
const computedChanges = [
  { name: 'duration', change: 'duration_computed' },
  { name: 'distance', change: 'distance_computed' },
  { name: 'energy', change: 'energy_computed' },
  { name: 'avg_heart_rate', change: 'heart_rate_computed' },
  { name: 'max_heart_rate', change: 'heart_rate_computed' },
] as const;

/** Lists what a session does not state, although its parts do. */
function listChanges(
  { values: stated, isImplied, hasUnknownEnergy }: FitSession,
  values: TotalValues,
): ReadonlySet<FileChange> {
  const changes = new Set<FileChange>();
  if (isImplied) return changes.add('summary_missing');
  if (hasUnknownEnergy && !values.energy) changes.add('energy_implausible');
  for (const { name, change } of computedChanges)
    if (!stated[name] && values[name]) changes.add(change);
  return changes;
}

/** Returns from when to when a session lasted: as it states, or as its laps and records do. */
function findSpan(
  { start, end }: FitSession,
  { laps, events, records }: SessionParts,
  { toMs }: FitClock,
): TimeSpan | undefined {
  const known = (times: (number | undefined)[]) => times.filter((ms) => ms !== undefined);
  const [startEvent] = events.filter(({ isStart }) => isStart);
  const firsts = [toMs(laps[0]?.start), records?.span?.firstMs, toMs(startEvent?.time)];
  const lasts = [toMs(laps.at(-1)?.end), records?.span?.lastMs];
  const firstMs = toMs(start) ?? Math.min(...known(firsts));
  const lastMs = toMs(end) ?? Math.max(...known(lasts));
  return lastMs > firstMs ? { firstMs, lastMs } : undefined;
}

const genericSport = 0;

/** Returns the first sport that is more than generic, with the first variant of it. */
function findSport(stated: readonly Sport[]): Sport {
  const { sport } = stated.find((one) => one.sport) ?? {
    sport: stated.some((one) => one.sport === genericSport) ? genericSport : undefined,
  };
  const ofSport = stated.filter((one) => one.sport === sport);
  return { sport, sub_sport: ofSport.find((one) => one.sub_sport)?.sub_sport };
}

/**
 * Returns our activity type for the numbers of a sport and its variant, with their names, e.g.
 * `running/trail`. The name of a profile tells what a generic sport is, if it is a word for one.
 */
function mapFitSport(sport: number | undefined, sub_sport = 0, profile = '') {
  if (sport === undefined) return mapSport(fitSports, unknownSport);
  const name = sportNames[sport] ?? `sport ${sport}`;
  const subName = subSportNames[sub_sport];
  if (sport === genericSport && !subName && profile) return mapSport(fitSports, profile);
  if (!subName) return mapSport(fitSports, name);
  return mapSport(fitSports, `${name}/${subName}`, [subName, name]);
}
