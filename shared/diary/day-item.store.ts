import { ServiceError } from '../errors/errors.ts';
import type { Condition } from '../table/condition.ts';
import type { Change } from '../table/expression.ts';
import { keys } from '../table/keys.ts';
import type { DayItem } from './day-item.ts';
import type { Diary } from './diary.ts';

/** A conditional update of the item of a day. */
export interface DayUpdate {
  change: Change;
  condition: Condition;
}

/** Returns the item of a day, or undefined if nothing was ever stored on it. */
export function find({ table, user_id }: Diary<'get'>, date: string) {
  return table.get<DayItem>(keys.diaryDay(user_id, date));
}

/**
 * Updates the item of a day if the condition holds. Returns the result of the write, or undefined
 * if the item would exceed 400 KB.
 */
export function update(
  { table, user_id }: Diary<'update'>,
  date: string,
  { change, condition }: DayUpdate,
) {
  const key = keys.diaryDay(user_id, date);
  return catchItemTooLarge(table.update<DayItem>(key, change, condition));
}

/**
 * Like `update`, but does not return the new item, which takes less time. If the condition does not
 * hold, the result has the existing item.
 */
export function updateWithoutReturnValues(
  { table, user_id }: Diary<'update'>,
  date: string,
  { change, condition }: DayUpdate,
) {
  const key = keys.diaryDay(user_id, date);
  return catchItemTooLarge(
    table.updateWithoutReturnValues<DayItem>(key, change, condition),
  );
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
