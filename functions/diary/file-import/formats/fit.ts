import { compact } from '#shared/runtime/compact.ts';
import {
  type DecodedFile,
  decodeRecordings,
  type FileContext,
  maxWorkouts,
  skipped,
  unreadable,
} from './decoded-file.ts';
import type { NoteChange } from './file-changes.ts';
import { createFitClock, type FitClock } from './fit-clock.ts';
import { findDevice } from './fit-device.ts';
import {
  describeMaker,
  type FitFacts,
  type PartSource,
  readFacts,
  recordKind,
} from './fit-facts.ts';
import { type FitReading, listFitParts, readFitMessages } from './fit-reader.ts';
import {
  createSessionSums,
  createWholeSums,
  isUseful,
  type RecordSummation,
} from './fit-records.ts';
import { type FitSession, impliedSession, partSports, toWorkout } from './fit-session.ts';
import type { FitTotals } from './fit-totals.ts';

/**
 * The largest number of messages and of defined fields. A week of records has 600,000, and may be
 * read twice.
 */
const maxSteps = 2_000_000;

/** The bytes after the data of a part. */
const checksumSize = 2;

/** The largest number of files that are chained in one. */
const maxParts = 1000;

/** The type of the file of an activity. Others have settings, monitoring, courses and so on. */
const activityFile = 4;

const recordKinds: ReadonlySet<number> = new Set([recordKind]);

/**
 * Decodes a FIT file: each session is a workout, also each of a multisport activity and of the
 * files that are chained in this one. A file without sessions is summed up from its records.
 */
export function decodeFit(bytes: Uint8Array, context: FileContext): DecodedFile {
  const steps = { left: maxSteps };
  const parts: DecodedFile[] = [];
  let count = 0;
  let end = 0;
  for (const part of listFitParts(bytes)) {
    end = part.dataEnd + checksumSize;
    const decoded = decodePart({ bytes, part, steps }, context);
    parts.push(decoded);
    if (decoded.outcome === 'workouts') count += decoded.workouts.length;
    if (parts.length > maxParts || count > maxWorkouts) return unreadable('too_complex');
  }
  if (bytes.subarray(end).some((byte) => byte !== 0)) context.note?.('rest_ignored');
  return joinParts(parts, context);
}

/** Joins the parts of a file. Those without a workout only matter if no part has one. */
function joinParts(parts: readonly DecodedFile[], { note }: FileContext): DecodedFile {
  const found = parts.filter((part) => part.outcome === 'workouts');
  const [first, ...others] = found;
  if (!first) return parts[0] ?? skipped('no_workout');
  const unread = parts.filter(({ outcome }) => outcome === 'unreadable');
  note?.('workouts_left_out', unread.length);
  if (others.length === 0) return first;
  const workouts = found.flatMap((part) => part.workouts);
  const isCutOff = found.some((part) => part.isCutOff) || undefined;
  return { outcome: 'workouts', workouts, ...compact({ isCutOff }) };
}

function decodePart(source: PartSource, context: FileContext): DecodedFile {
  const facts = readFacts(source);
  const { fileType = activityFile, identity } = facts;
  if (fileType !== activityFile) return skipped('not_an_activity');
  const active = listActive(facts.sessions);
  const hasSessions = active.length > 0;
  const sessions = hasSessions ? active : [impliedSession];
  const clock = createFitClock(facts, context.note);
  const toStart = ({ start }: { start: number | undefined }) => clock.toMs(start);
  const startsMs = sessions.map(toStart);
  const sums = createSums(facts, sessions, { clock, note: context.note });
  const summed = sums && sumRecords(source, sums);
  const end = summed?.end ?? 'complete';
  const device = findDevice(facts.file, facts.creator);
  const { sensors } = facts;
  const maker = describeMaker(facts, device);
  const sessionContext = { ...context, ...maker, clock, device, sensors };
  const starts = summed?.records.map((records) => records.start);
  const position = starts?.find((start) => start !== undefined);
  const { fileSport, events } = facts;
  const laps = groupBySession(facts.laps, startsMs, toStart);
  const lengths = groupBySession(facts.lengths, startsMs, toStart);
  const recordings = sessions.map((session, index) => {
    const records = summed?.records[index];
    return {
      session,
      parts: { laps: laps(index), lengths: lengths(index), events, records },
    };
  });
  const legs = recordings.filter(({ session, parts }) => {
    const isKnown = !session.isImplied || parts.records || parts.laps.length > 0;
    return isKnown && session.sport !== partSports.transition;
  });
  const decoded = decodeRecordings(
    legs,
    ({ session, parts }, note) =>
      toWorkout(session, parts, { ...sessionContext, fileSport, position, note }),
    { otherwise: 'no_workout', note: context.note },
  );
  if (hasSessions) return withIdentity(decoded, identity);
  const isRead = decoded.outcome === 'workouts' || legs.length > 0;
  if (end === 'too_complex' || (end !== 'complete' && !isRead)) return unreadable(end);
  const isCutOff = end !== 'complete' && decoded.outcome === 'workouts';
  return isCutOff ? { ...decoded, isCutOff } : decoded;
}

function withIdentity(decoded: DecodedFile, identity: string | undefined): DecodedFile {
  return decoded.outcome === 'workouts'
    ? { ...decoded, ...compact({ identity }) }
    : decoded;
}

/** Starts the sums of the records, if these have what is used. */
function createSums(
  { recorded: fields, events }: FitFacts,
  sessions: readonly FitSession[],
  { clock, note }: { clock: FitClock; note: NoteChange | undefined },
) {
  if (sessions.some(({ isImplied }) => isImplied))
    return createWholeSums(clock, events, note);
  if (!isUseful(fields)) return undefined;
  const recorded = sessions.map(({ start, pool }) => ({
    startMs: clock.toMs(start),
    pool,
  }));
  return createSessionSums(clock, recorded, events);
}

function sumRecords({ bytes, part, steps }: PartSource, sums: RecordSummation) {
  const visit: FitReading['visit'] = (record) => {
    sums.add(record);
    return false;
  };
  const end = readFitMessages(bytes, part, { kinds: recordKinds, visit, steps });
  return { end, records: sums.finish() };
}

/** Returns the laps or lengths of each session, by its index: those from its start to the next. */
function groupBySession<Part extends FitTotals>(
  parts: readonly Part[],
  startsMs: readonly (number | undefined)[],
  toStart: (part: Part) => number | undefined,
): (session: number) => readonly Part[] {
  if (startsMs.length === 1) return () => parts;
  const groups = Map.groupBy(parts, (part) => {
    const ms = toStart(part) ?? Number.NEGATIVE_INFINITY;
    return startsMs.findLastIndex((startMs = Number.POSITIVE_INFINITY) => startMs <= ms);
  });
  return (session) => groups.get(session) ?? [];
}

/** Lists the sessions in the order of their starts, without the one that has all others. */
function listActive(sessions: readonly FitSession[]): readonly FitSession[] {
  const parts = sessions.filter(({ sport }) => sport !== partSports.multisport);
  const hasLegs = parts.some(({ sport }) => sport !== partSports.transition);
  const active = hasLegs ? parts : sessions;
  return active.toSorted((one, other) => (one.start ?? 0) - (other.start ?? 0));
}
