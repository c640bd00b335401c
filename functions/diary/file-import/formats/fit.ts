import { compact } from '#shared/runtime/compact.ts';
import {
  type DecodedFile,
  decodeRecordings,
  type FileContext,
  maxWorkouts,
  skipped,
  unreadable,
} from './decoded-file.ts';
import { type DeviceNames, findDevice } from './fit-device.ts';
import {
  type FitEnd,
  type FitMessage,
  type FitPart,
  type FitReading,
  listFitParts,
  readFitMessages,
} from './fit-reader.ts';
import {
  createRecordSums,
  type FitSession,
  partSports,
  readPosition,
  readSession,
  type SessionContext,
  toEpochMs,
  toWorkout,
} from './fit-session.ts';
import type { Position } from './place-time.ts';

/**
 * The largest number of messages and of defined fields. A week of records has 600,000, and may be
 * read twice.
 */
const maxSteps = 2_000_000;

/** The largest number of files that are chained in one. */
const maxParts = 1000;

/** The type of the file of an activity. Others have settings, monitoring, courses and so on. */
const activityFile = 4;

/** The largest offset of a local time in seconds: that of Kiribati. */
const maxLocalOffset = 14 * 3600;

/** The index of the device that wrote the file, among those of an activity. */
const creatorIndex = 0;

/** The facts of a part besides its records. */
interface FitFacts {
  fileType?: number | undefined;
  /** The recording, wherever the file is copied to. */
  identity?: string | undefined;
  /** Seconds that the local time is ahead of UTC. */
  localOffset?: number | undefined;
  /** The sport of sessions that do not state theirs. */
  sport?: number | undefined;
  sub_sport?: number | undefined;
  /** The names that the file has for the device that wrote it. */
  file?: DeviceNames;
  /** The names that the device has for itself. */
  creator?: DeviceNames;
  sessions: FitSession[];
}

/** A part of a file, and the steps that are left for all of its parts. */
interface PartSource {
  bytes: Uint8Array;
  part: FitPart;
  steps: FitReading['steps'];
}

/** Reads messages by the numbers of their kinds. */
const factReaders = new Map<number, (facts: FitFacts, message: FitMessage) => void>([
  [0, readFileId],
  [12, readSport],
  [18, (facts, message) => facts.sessions.push(readSession(message))],
  [23, readDeviceInfo],
  [34, readActivity],
]);
const factKinds: ReadonlySet<number> = new Set(factReaders.keys());
const recordKinds: ReadonlySet<number> = new Set([20]);

/**
 * Decodes a FIT file: each session is a workout, also each of a multisport activity and of the
 * files that are chained in this one. A file without sessions is summed up from its records.
 */
export function decodeFit(bytes: Uint8Array, context: FileContext): DecodedFile {
  const steps = { left: maxSteps };
  const parts: DecodedFile[] = [];
  let count = 0;
  for (const part of listFitParts(bytes)) {
    const decoded = decodePart({ bytes, part, steps }, context);
    parts.push(decoded);
    if (decoded.outcome === 'workouts') count += decoded.workouts.length;
    if (parts.length > maxParts || count > maxWorkouts) return unreadable('too_complex');
  }
  return joinParts(parts);
}

/** Joins the parts of a file. Those without a workout only matter if no part has one. */
function joinParts(parts: readonly DecodedFile[]): DecodedFile {
  const found = parts.filter((part) => part.outcome === 'workouts');
  const [first, ...others] = found;
  if (!first) return parts[0] ?? skipped('no_workout');
  if (others.length === 0) return first;
  const workouts = found.flatMap((part) => part.workouts);
  const isCutOff = found.some((part) => part.isCutOff) || undefined;
  return { outcome: 'workouts', workouts, ...compact({ isCutOff }) };
}

function decodePart(source: PartSource, { timeZone }: FileContext): DecodedFile {
  const facts: FitFacts = { sessions: [] };
  readMessages(source, factKinds, (message) => {
    factReaders.get(message.kind)?.(facts, message);
    return facts.sessions.length > maxWorkouts;
  });
  const { fileType = activityFile, sessions, localOffset, identity } = facts;
  if (fileType !== activityFile) return skipped('not_an_activity');
  if (sessions.length === 0) return decodeRecords(source, facts, timeZone);

  const isPlaceKnown = localOffset || sessions.every(({ position }) => position);
  const position = isPlaceKnown ? undefined : findFirstPosition(source);
  const context = { ...toContext(facts, timeZone), position };
  const decoded = decodeRecordings(
    listLegs(sessions),
    (session) => toWorkout(session, context),
    'no_workout',
  );
  return decoded.outcome === 'workouts'
    ? { ...decoded, ...compact({ identity }) }
    : decoded;
}

/**
 * Sums up the records of a part without sessions, e.g. because the device lost its power. It is not
 * identified: the whole recording may come later.
 */
function decodeRecords(
  source: PartSource,
  facts: FitFacts,
  timeZone: string,
): DecodedFile {
  const sums = createRecordSums();
  const end = readMessages(source, recordKinds, (record) => {
    sums.add(record);
    return false;
  });
  const session = sums.finish();
  if (session && end !== 'too_complex') {
    const context = toContext(facts, timeZone);
    const decode = (one: FitSession) => toWorkout(one, context);
    const decoded = decodeRecordings([session], decode, 'no_workout');
    const isCutOff = end !== 'complete' && decoded.outcome === 'workouts';
    return isCutOff ? { ...decoded, isCutOff } : decoded;
  }
  return end === 'complete' ? skipped('no_workout') : unreadable(end);
}

function readMessages(
  { bytes, part, steps }: PartSource,
  kinds: ReadonlySet<number>,
  visit: FitReading['visit'],
): FitEnd {
  return readFitMessages(bytes, part, { kinds, visit, steps });
}

function toContext(
  { sport, sub_sport, localOffset, file, creator }: FitFacts,
  timeZone: string,
): SessionContext {
  const device = findDevice(file, creator);
  return { sport, sub_sport, localOffset, device, timeZone };
}

/** Lists the sessions without those of transitions, and without the one that has all others. */
function listLegs(sessions: readonly FitSession[]): readonly FitSession[] {
  const active = sessions.filter(({ sport }) => sport !== partSports.transition);
  const legs = active.filter(({ sport }) => sport !== partSports.multisport);
  return legs.length > 0 ? legs : active;
}

function findFirstPosition(source: PartSource): Position | undefined {
  let found: Position | undefined;
  readMessages(source, recordKinds, (record) => {
    found = readPosition(record, 0, 1);
    return found !== undefined;
  });
  return found;
}

function readFileId(facts: FitFacts, message: FitMessage): void {
  const manufacturer = message.getNumber(1);
  const serial = message.getNumber(3);
  const created = message.getNumber(4);
  facts.fileType ??= message.getNumber(0);
  if (manufacturer !== undefined && serial !== undefined && created !== undefined) {
    facts.identity ??= `fit-${manufacturer}-${serial}-${created}`;
  }
  const product = message.getNumber(2);
  facts.file ??= { manufacturer, product, name: message.getText(8) };
}

function readSport(facts: FitFacts, message: FitMessage): void {
  facts.sport ??= message.getNumber(0);
  facts.sub_sport ??= message.getNumber(1);
}

function readDeviceInfo(facts: FitFacts, message: FitMessage): void {
  if (message.getNumber(0) !== creatorIndex || facts.creator?.name) return;
  facts.creator = {
    manufacturer: message.getNumber(2),
    product: message.getNumber(4),
    name: message.getText(27),
  };
}

function readActivity(facts: FitFacts, message: FitMessage): void {
  const time = toEpochMs(message.getNumber(253));
  const localTime = toEpochMs(message.getNumber(5));
  if (time === undefined || localTime === undefined) return;
  const offset = (localTime - time) / 1000;
  if (Math.abs(offset) <= maxLocalOffset) facts.localOffset = offset;
}
