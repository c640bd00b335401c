import type { Sent } from '#functions/diary/measurement/measurement-input.ts';
import type { MeasurementType } from '#functions/diary/measurement/measurement-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import { toCompanionSleep } from './companion-sleep.ts';
import { type PushedWindow, readPushedWindow } from './companion-window.ts';
import { readExercise } from './companion-workout.ts';
import { readMoment, type TimedMoment } from './moment.ts';
import {
  type Collected,
  collectPush,
  isMembers,
  listObjects,
  type Members,
  type Push,
  readId,
  readNumber,
  readSource,
  readText,
  sequenceLimit,
} from './push.ts';

interface Kind {
  type: MeasurementType;
  /** The members that can have the value; `avg` is that of a part of an hour. */
  members: readonly string[];
}

/** The lists of records that are kept. All others are counted. */
const kinds: Readonly<Record<string, Kind>> = {
  weight: { type: 'weight', members: ['kilograms'] },
  lean_body_mass: { type: 'lean_mass', members: ['kilograms'] },
  body_fat: { type: 'body_fat', members: ['percentage'] },
  resting_heart_rate: { type: 'resting_heart_rate', members: ['bpm'] },
  heart_rate_variability: {
    type: 'hrv_rmssd',
    members: ['heart_rate_variability_millis', 'rmssd_millis', 'avg'],
  },
  blood_pressure: { type: 'blood_pressure', members: ['systolic'] },
  blood_glucose: { type: 'blood_glucose', members: ['mmol_per_liter'] },
  oxygen_saturation: { type: 'oxygen_saturation', members: ['percentage', 'avg'] },
  respiratory_rate: { type: 'respiratory_rate', members: ['rate', 'avg'] },
  body_temperature: { type: 'body_temperature', members: ['celsius'] },
  vo2_max: { type: 'vo2_max', members: ['vo2_ml_per_min_per_kg'] },
  sleep: { type: 'sleep', members: ['duration_seconds'] },
};

/** The list of workouts. */
export const workoutList = 'exercise';

/** The lists that say something about the message. */
const lists = new Set(['daily_totals', 'deleted_records', 'deletions_unavailable']);

/**
 * The source of the app on an iPhone, which has another kind of variability under the same name.
 */
const iphone = 'healthkit_ios';

/** Returns the types of the values of some lists, or of all that are kept. */
export function listWindowTypes(
  names: readonly string[] = Object.keys(kinds),
): MeasurementType[] {
  return names.flatMap((name) => kinds[name]?.type ?? []);
}

/** Reads the window of days of a message, if it is part of one. */
function readWindow(message: Members): PushedWindow | undefined {
  return readPushedWindow(message, { lists: Object.keys(kinds), workoutList });
}

/** Returns whether an object looks like a message of the app, or of HC Webhook. */
export function isCompanion(message: Members): boolean {
  return (
    message.test === true ||
    ['health_connect', 'screen_time', iphone].includes(readText(message.source) ?? '') ||
    [...Object.keys(kinds), workoutList, ...lists].some((name) =>
      Array.isArray(message[name]),
    )
  );
}

/**
 * Reads a message of Life Dashboard Companion: new records of Health Connect with their ids, and
 * the ids of deleted ones. The last record of a day is its value where a day has one. Times are in
 * UTC, and `zone` tells their day if the record has no offset.
 */
export function readCompanion(message: Members, zone: string): Push {
  const push = collectPush('companion');
  const sequence = readSequence(message.sequence);
  if (message.test === true) return push.finish({ isTest: true });
  readDeletions(message.deleted_records, push);
  readTotals(message.daily_totals, push, sequence);
  for (const [name, list] of Object.entries(message)) {
    if (!Array.isArray(list) || lists.has(name)) continue;
    if (name === workoutList) {
      for (const record of listObjects(list))
        push.addWorkout(readExercise(record, findZone(record, 'start') ?? zone));
      continue;
    }
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!kind) {
      // The totals of days have the steps of all records.
      if (list.length > 0 && !(name === 'steps' && message.daily_totals))
        push.skip(name, list.length);
      continue;
    }
    const type =
      kind.type === 'hrv_rmssd' && message.source === iphone ? 'hrv_sdnn' : kind.type;
    for (const record of listObjects(list)) {
      const read = readRecord({ ...kind, type }, record, zone);
      const time = read?.moment.time;
      const source_name = readSource(record.source ?? record.data_origin);
      push.add(type, read?.sent, compact({ time, sequence, source_name }));
    }
  }
  const isIphone = message.source === iphone;
  const window = isIphone ? undefined : readWindow(message);
  // There, a sleep has the id of its first stage, and an edited one has another id.
  const hasPartsOfSleeps = isIphone || undefined;
  return push.finish({ sequence, ...compact({ window, hasPartsOfSleeps }) });
}

/** Reads the number of a message. Anything else than a number of an app is none. */
function readSequence(sent: unknown): number | undefined {
  const number = readNumber(sent);
  const isNumber = number !== undefined && Number.isInteger(number);
  return isNumber && number >= 0 && number < sequenceLimit ? number : undefined;
}

interface ReadRecord {
  sent: Sent;
  moment: TimedMoment;
}

function readRecord(
  { type, members }: Kind,
  record: Members,
  zone: string,
): ReadRecord | undefined {
  const place = findZone(record) ?? zone;
  const external_id = readId(record.uuid);
  if (type === 'sleep') return toCompanionSleep(record, place, external_id);
  const moment = readInstant(record.time ?? record.bucket_start, place);
  const value = members.map((name) => readNumber(record[name])).find(isKnown);
  if (!moment || value === undefined) return undefined;
  const diastolic = type === 'blood_pressure' ? readNumber(record.diastolic) : undefined;
  const sent = { type, value, ...moment, ...compact({ diastolic, external_id }) };
  return { sent, moment };
}

function isKnown(value: number | undefined): boolean {
  return value !== undefined;
}

/** Reads a time in UTC, and returns it at the offset of the place. */
function readInstant(value: unknown, zone: string): TimedMoment | undefined {
  const moment = readMoment(value, zone);
  return moment?.time === undefined
    ? undefined
    : { date: moment.date, time: moment.time };
}

/** Matches an offset that a place can have. */
const offset = /^[+-](?:0\d|1[0-4]):[0-5]\d$/;

/** Returns the offset that a record states, as a zone: that of its end, or of its start. */
function findZone(
  { metadata }: Members,
  at: 'start' | 'end' = 'end',
): string | undefined {
  if (!isMembers(metadata)) return undefined;
  const stated =
    readText(metadata.zone_offset) ?? readText(metadata[`${at}_zone_offset`]);
  if (stated === 'Z') return 'UTC';
  return stated !== undefined && offset.test(stated) ? `GMT${stated}` : undefined;
}

/** Reads the totals of days, which the app has cleared of what phone and watch count both. */
function readTotals(totals: unknown, push: Collected, sequence?: number): void {
  for (const total of listObjects(totals)) {
    const value = readNumber(total.steps);
    const date = readText(total.date);
    if (value === undefined || value <= 0) continue;
    const moment = readMoment(date, 'UTC');
    const sent = moment && { type: 'steps' as const, date: moment.date, value };
    push.add('steps', sent, compact({ sequence }));
  }
}

function readDeletions(records: unknown, push: Collected): void {
  for (const { type, uuid } of listObjects(records)) {
    const name = readText(type) ?? '';
    const external_id = readId(uuid);
    if (name === workoutList && external_id)
      push.delete({ type: 'workout', external_id });
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!kind || external_id === undefined) continue;
    push.delete({ type: kind.type, external_id });
    if (kind.type === 'hrv_rmssd') push.delete({ type: 'hrv_sdnn', external_id });
  }
}
