import { setTimeout as delay } from 'node:timers/promises';
import { toConsentCheck } from '#functions/auth/identity/processing.store.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { unchangedSince } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { measurementKeys } from './measurement.keys.ts';
import {
  type MeasurementOrigin,
  type MeasurementPlace,
  type PlacedMeasurement,
  type SentMeasurement,
  toOriginKey,
  toPlace,
} from './measurement.ts';
import {
  addValues,
  deleteValue,
  findValue,
  listValues,
  type MeasurementMonth,
  type MeasurementOutcome,
  type TypedMonth,
} from './measurement-month.ts';

/** The most tries of a write, each of which reads what others have written meanwhile. */
const maxTries = 5;

type MonthItem = MeasurementMonth & Key;

function toKey(user_id: string, { type, month }: TypedMonth): Key {
  return measurementKeys.measurements(user_id, `${type}#${month}`);
}

/** Finds a value. */
export async function find(
  table: Table<'get'>,
  user_id: string,
  place: MeasurementPlace,
): Promise<PlacedMeasurement | undefined> {
  const item = await table.get<MonthItem>(toKey(user_id, place));
  return findValue(item, place);
}

/** Lists the values of some months, at most 100. */
export async function list(
  table: Table<'getEach'>,
  user_id: string,
  months: readonly TypedMonth[],
): Promise<PlacedMeasurement[]> {
  const items = await table.getEach<MonthItem>(
    months.map((month) => toKey(user_id, month)),
  );
  return months.flatMap((month, index) => {
    const item = items[index];
    return item ? listValues(month, item) : [];
  });
}

/** A value with its place, and what became of it. */
export interface StoredMeasurement {
  place: MeasurementPlace;
  outcome: MeasurementOutcome;
}

/** The values of one month, and their places in what was sent. */
interface MonthGroup extends TypedMonth {
  sent: readonly SentMeasurement[];
  indexes: readonly number[];
}

/**
 * Stores values of one origin, of at most 99 months, all or none. Equal values are not written.
 * Returns what became of each value, or undefined if the person has not consented to the processing
 * of data of the body. Throws `unavailable` if others change the same months during each try.
 */
export async function store(
  table: Table<'getEach' | 'put' | 'check' | 'transact'>,
  user_id: string,
  { source, sent }: { source: MeasurementOrigin; sent: readonly SentMeasurement[] },
): Promise<StoredMeasurement[] | undefined> {
  const groups = groupByMonth(sent);
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (tries > 0) await pause(tries);
    const items = await table.getEach<MonthItem>(
      groups.map((group) => toKey(user_id, group)),
    );
    const changed = groups.map((group, index) =>
      addValues(items[index], source, group.sent),
    );
    const puts = changed.flatMap(({ month, outcomes }, index) => {
      if (!outcomes.includes('stored')) return [];
      const put = { ...toKey(user_id, groups[index] as MonthGroup), ...month };
      return { put, condition: unchangedSince(items[index] ?? {}) };
    });
    const outcomes = changed.map((each) => each.outcomes);
    if (puts.length === 0) return toStored(source, groups, outcomes);

    const result = await table.transact([toConsentCheck(user_id), ...puts]);
    if (result.done) return toStored(source, groups, outcomes);
    if (result.failures.some(({ index }) => index === 0)) return undefined;
    if (result.failures.some(({ cause }) => cause === 'size'))
      throw serviceError('item_too_large');
  }
  throw serviceError('unavailable', { cause: 'concurrent_changes' });
}

/** Pauses for up to 50 ms, twice as long before each further try. */
function pause(tries: number): Promise<void> {
  return delay(Math.random() * 25 * 2 ** tries);
}

function groupByMonth(sent: readonly SentMeasurement[]): MonthGroup[] {
  const numbered = sent.map((measurement, index) => ({ measurement, index }));
  const groups = Map.groupBy(
    numbered,
    ({ measurement: { type, date } }) => `${type}#${date.slice(0, 7)}`,
  );
  return [...groups.values()].map((members) => {
    const [{ measurement }] = members as [(typeof members)[number]];
    return {
      type: measurement.type,
      month: measurement.date.slice(0, 7),
      sent: members.map((member) => member.measurement),
      indexes: members.map(({ index }) => index),
    };
  });
}

/** Returns what became of the values, in the order in which they were sent. */
function toStored(
  source: MeasurementOrigin,
  groups: readonly MonthGroup[],
  outcomes: readonly (readonly MeasurementOutcome[])[],
): StoredMeasurement[] {
  const origin = toOriginKey(source);
  const stored: StoredMeasurement[] = [];
  groups.forEach(({ sent, indexes }, group) => {
    sent.forEach((measurement, index) => {
      const place = toPlace(measurement, origin);
      const outcome = outcomes[group]?.[index] ?? 'ignored';
      stored[indexes[index] as number] = { place, outcome };
    });
  });
  return stored;
}

/** Who deletes a value: the person may delete any, an origin its own. */
export interface MeasurementDeletion {
  place: MeasurementPlace;
  by: MeasurementOrigin;
  mayDeleteAny: boolean;
  now: Date;
}

/** Deletes a value. Returns whether there was one that may be deleted. */
export async function deleteOne(
  table: Table<'get' | 'put'>,
  user_id: string,
  { place, by, mayDeleteAny, now }: MeasurementDeletion,
): Promise<boolean> {
  const isOrigin = toOriginKey(by) === place.origin;
  if (!isOrigin && !mayDeleteAny) return false;
  const key = toKey(user_id, place);
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (tries > 0) await pause(tries);
    const item = await table.get<MonthItem>(key);
    if (!item || !findValue(item, place)) return false;
    const seconds = Math.floor(now.getTime() / 1000);
    const month = deleteValue(item, place, { isOrigin, seconds });
    const { done } = await table.put({ ...key, ...month }, unchangedSince(item));
    if (done) return true;
  }
  throw serviceError('unavailable', { cause: 'concurrent_changes' });
}
