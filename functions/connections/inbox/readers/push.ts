import type { SentMeasurement } from '#functions/diary/measurement/measurement.ts';
import type { Sent } from '#functions/diary/measurement/measurement-input.ts';
import {
  findUnit,
  listUnits,
  type MeasurementType,
} from '#functions/diary/measurement/measurement-types.ts';
import { keepSent, type ValueProblem } from '#functions/diary/measurement/value-rules.ts';
import type { PushedWorkout } from '#functions/diary/workout-import/import-inbox-workouts.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { remember } from '#shared/runtime/remember.ts';
import type { PushedWindow } from './companion-window.ts';

/** The numbers that apps give to messages are below. */
export const sequenceLimit = 2 ** 32;

/** The apps whose messages an inbox reads. */
export const inboxApps = ['health_auto_export', 'companion', 'other'] as const;
export type InboxApp = (typeof inboxApps)[number];

/** A value or a workout that its app has deleted. */
export interface PushedDeletion {
  type: MeasurementType | 'workout';
  external_id: string;
}

/** What a message has. */
export interface Push {
  app: InboxApp;
  values: readonly SentMeasurement[];
  workouts: readonly PushedWorkout[];
  /** Those of before the values: what the message has has come back, and is not among them. */
  deletions: readonly PushedDeletion[];
  /** The number of the message, if the app numbers them in order. */
  sequence?: number | undefined;
  /** The part of a window of days that the message has, if it is one of a window. */
  window?: PushedWindow | undefined;
  /** Whether the app only tests the address. */
  isTest?: boolean;
  /** Whether a shorter sleep that has the id of a stored one is a part of it. */
  hasPartsOfSleeps?: boolean;
  /** What is not kept, by its name in the message, with its counts. */
  unread: ReadonlyMap<string, number>;
}

/** Why something is not kept. The page of the inboxes has it in the language of the person. */
export type UnreadReason =
  | ValueProblem
  | 'unknown type'
  | 'value must be a number'
  | 'time must be a time'
  | 'no readable value or time'
  | 'no plausible start and duration'
  | 'the day is full'
  | 'deleted meanwhile'
  | 'more values than are kept';

/**
 * Returns a digest of the records of a message, in any order: 60 bits, for some messages of one
 * person. Totals of days are not in it, because an app leaves them out when it sends again.
 */
export function digestPush({
  values,
  workouts,
  deletions,
}: Pick<Push, 'values' | 'workouts' | 'deletions'>): string {
  const records = [
    ...values.flatMap(({ type, external_id, value }) =>
      external_id === undefined ? [] : `${type} ${external_id} ${value}`,
    ),
    ...workouts.map(({ id }) => `workout ${id}`),
    ...deletions.map(({ type, external_id }) => `deleted ${type} ${external_id}`),
  ];
  return toDigest(records.sort().join('\n')).slice(0, 10);
}

/** Lists the ids of the workouts that a message deletes. */
export function listDeletedWorkouts({ deletions }: Pick<Push, 'deletions'>): string[] {
  const ofWorkouts = deletions.filter(({ type }) => type === 'workout');
  return [...new Set(ofWorkouts.map(({ external_id }) => external_id))];
}

/** The longest name of what is not kept, and how many of them are shown. */
const shownNames = { length: 60, count: 30 } as const;

/** The names that the SDK cannot store in a map. */
const unstorableNames: readonly unknown[] = ['__proto__', 'constructor'];

/** Collects what a message has. */
export function collectPush(app: InboxApp) {
  const values: SentMeasurement[] = [];
  const workouts: PushedWorkout[] = [];
  const deletions: PushedDeletion[] = [];
  const unread = new Map<string, number>();
  const skip = (name: string, count = 1) => {
    const shown = name.slice(0, shownNames.length).toWellFormed();
    const hasPlace = unread.has(shown) || unread.size < shownNames.count;
    const isKnown = hasPlace && !unstorableNames.includes(shown);
    const key = isKnown ? shown : '…';
    unread.set(key, (unread.get(key) ?? 0) + count);
  };
  return {
    skip,
    delete: (deletion: PushedDeletion) => deletions.push(deletion),
    /** Adds a workout, or counts it as not kept. */
    addWorkout: (workout: PushedWorkout | undefined) => {
      if (workout) workouts.push(workout);
      else skip(addReason('workouts', 'no plausible start and duration'));
    },
    /**
     * Adds a value of a type, or counts it as not kept. `extra` is what only messages have: the
     * time of a value of a day, and the number of the message.
     */
    add: (
      type: MeasurementType,
      sent: Sent | undefined,
      extra: Pick<SentMeasurement, 'time' | 'sequence' | 'source_name'> = {},
    ) => {
      const kept = sent && keepSent(sent);
      if (!kept) skip(addReason(type, 'no readable value or time'));
      else if ('problem' in kept) skip(addReason(type, kept.problem));
      else {
        kept.value = round(kept.value);
        if (kept.diastolic !== undefined) kept.diastolic = round(kept.diastolic);
        values.push({ ...extra, ...kept });
      }
    },
    finish: (
      rest: Pick<Push, 'sequence' | 'window' | 'isTest' | 'hasPartsOfSleeps'> = {},
    ): Push => {
      const sent = new Set([
        ...values.map(({ external_id }) => external_id),
        ...workouts.map(({ id }) => id),
      ]);
      const gone = deletions.filter(({ external_id }) => !sent.has(external_id));
      return { app, values, workouts, deletions: gone, unread, ...rest };
    },
  };
}
export type Collected = ReturnType<typeof collectPush>;

/** Returns the name of what is not kept, with the reason. */
export function addReason(name: string, reason: DetailedReason): string {
  return `${name}: ${reason}`;
}

/** Rounds a value to three decimal places, so that equal ones stay equal. */
export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** An object of a message. */
export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lists the objects of a list. Anything else has none. */
export function listObjects(value: unknown): Members[] {
  return Array.isArray(value) ? value.filter(isMembers) : [];
}

export function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The longest id or name of a source that is kept. */
const maxIdLength = 100;

/** Reads the id of a value. One that is too long, or no Unicode, is none. */
export function readId(value: unknown): string | undefined {
  const id = unstorableNames.includes(value) ? undefined : readText(value);
  const isValid = id !== undefined && id.length <= maxIdLength && id.isWellFormed();
  return isValid ? id : undefined;
}

/** Reads the name of what has measured a value: several ones are in any order. */
export function readSource(value: unknown): string | undefined {
  const names = readText(value);
  return names === undefined || names.length > maxSourcesLength
    ? undefined
    : joinNames(names);
}

/** The longest text with names of sources: of an id with spaces around its names. */
const maxSourcesLength = 2 * maxIdLength;

const joinNames = remember(100, (names: string) => {
  const trimmed = names.split('|').map((name) => name.replaceAll(/\s+/g, ' ').trim());
  return readId(trimmed.sort().join(', '));
});

/** A reason, with the name of the unit if that is unknown. */
export type DetailedReason = UnreadReason | `unknown unit: ${string}`;

/** Names a unit that a type is not measured in. */
export function nameUnit(text: unknown): DetailedReason {
  const name = readText(text);
  return name === undefined ? 'unknown unit' : `unknown unit: ${name}`;
}

/**
 * Returns our name of the unit of a value, or undefined if the type is not measured in it. A type
 * with only one unit has it, whatever the app calls it.
 */
export function toUnit(type: MeasurementType, text: unknown): string | undefined {
  const known = listUnits(type);
  const [first] = known;
  if (text === undefined || known.length === 1) return first;
  const name = readText(text)?.trim().toLowerCase();
  if (name === undefined) return undefined;
  // Apple writes the weight of a mole: mmol<180.1558800000541>/L.
  const unit = findUnit(name.replace(/<[^>]*>/, '')) ?? name;
  return known.includes(unit) ? unit : undefined;
}
