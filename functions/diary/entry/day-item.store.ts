import { ServiceError } from '#shared/errors/errors.ts';
import { unchangedSince } from '#shared/table/condition.ts';
import type { TransactionChange, TransactionResult } from '#shared/table/table.ts';
import { maxTransactionChanges } from '#shared/table/transactions.ts';
import { dayKeys } from './day.keys.ts';
import type { DayItem, Diary } from './day-item.ts';
import type { DayUpdate } from './day-update.ts';

/** An update because of which nothing was written. */
export interface FailedUpdate {
  date: string;
  /** Its condition failed, or an item, or all of them, would be too large. */
  cause: 'condition' | 'size';
  /** The item, if the condition failed and the item exists. */
  existing: DayItem | undefined;
}

/** Returns the item of a day, or undefined if nothing was ever stored on it. */
export function find({ table, user_id }: Diary<'get'>, date: string) {
  return table.get<DayItem>(dayKeys.diaryDay(user_id, date));
}

/**
 * Updates the item of a day if the condition holds. Returns the result of the write, or undefined
 * if the item would exceed 400 KB.
 */
export function update(
  { table, user_id }: Diary<'update'>,
  { date, change, condition }: DayUpdate,
) {
  const key = dayKeys.diaryDay(user_id, date);
  return catchItemTooLarge(table.update<DayItem>(key, change, condition));
}

/**
 * Like `update`, but does not return the new item, which takes less time. If the condition does not
 * hold, the result has the existing item.
 */
function updateWithoutReturnValues(
  { table, user_id }: Diary<'update'>,
  { date, change, condition }: DayUpdate,
) {
  const key = dayKeys.diaryDay(user_id, date);
  return catchItemTooLarge(
    table.updateWithoutReturnValues<DayItem>(key, change, condition),
  );
}

/**
 * Makes all updates or none: a single one by a plain write, several by a transaction. Returns those
 * that failed, so an empty list if the updates are made.
 */
export async function updateAll(
  diary: Diary<'update' | 'transact'>,
  updates: readonly DayUpdate[],
): Promise<FailedUpdate[]> {
  const [first, second] = updates;
  if (first && !second) return updateOne(diary, first);

  const { table, user_id } = diary;
  const changes = updates.map((update) => toTransactionChange(user_id, update));
  const result = await table.transact(changes);
  const dates = updates.map(({ date }) => date);
  return toFailedUpdates(result, dates);
}

/** Returns the updates that failed. `dates` are those of the transaction's changes. */
function toFailedUpdates(
  result: TransactionResult,
  dates: readonly string[],
): FailedUpdate[] {
  if (result.done) return [];
  return result.failures.map(({ index, cause, existing }) => {
    const date = dates[index] ?? '';
    return { date, cause, existing: existing as DayItem | undefined };
  });
}

/** What updates depend on: other days as they were read, and checks of other items. */
interface Dependencies {
  /** Days without an item are checked, too. */
  others: ReadonlyMap<string, DayItem | undefined>;
  checks: readonly TransactionChange<'check'>[];
}

/**
 * Like `updateAll`, on condition that other days have not changed since they were read, and that
 * the checks hold. The updates and the other days are at most ten items, which are never left out.
 * The last checks are, if there are more than 90: otherwise a person with as many data sources
 * could not change the entry any more (decision 0022).
 */
export async function updateIfUnchanged(
  { table, user_id }: Diary<'update' | 'check' | 'transact'>,
  updates: readonly DayUpdate[],
  { others, checks }: Dependencies,
): Promise<FailedUpdate[]> {
  const unchanged = [...others].map(([date, item = {}]) => {
    const check = dayKeys.diaryDay(user_id, date);
    return { check, condition: unchangedSince(item) };
  });
  const changes = updates.map((update) => toTransactionChange(user_id, update));
  const all = [...changes, ...unchanged, ...checks].slice(0, maxTransactionChanges);
  const dates = [...updates.map(({ date }) => date), ...others.keys()];
  return toFailedUpdates(await table.transact(all), dates);
}

/** Returns an update as a change of a transaction. */
export function toTransactionChange(
  user_id: string,
  { date, change, condition }: DayUpdate,
) {
  const update = dayKeys.diaryDay(user_id, date);
  return { update, change, condition } satisfies TransactionChange;
}

async function updateOne(
  diary: Diary<'update'>,
  update: DayUpdate,
): Promise<FailedUpdate[]> {
  const { date } = update;
  const outcome = await updateWithoutReturnValues(diary, update);
  if (!outcome) return [{ date, cause: 'size', existing: undefined }];
  if (outcome.done) return [];
  return [{ date, cause: 'condition', existing: outcome.existing }];
}

async function catchItemTooLarge<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    const isTooLarge = error instanceof ServiceError && error.code === 'item_too_large';
    if (isTooLarge) return undefined;
    throw error;
  }
}
