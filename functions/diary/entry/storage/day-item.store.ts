import { ServiceError } from '#shared/errors/errors.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import type { DayItem } from './day-item.ts';

/** Returns the item of a user's day, or undefined if nothing was ever stored on it. */
export function find(
  table: Table<'get'>,
  user_id: string,
  date: string,
): Promise<DayItem | undefined> {
  return table.get<DayItem>(keys.diaryDay(user_id, date));
}

/**
 * Returns the result of a write, or undefined if it failed because the item would exceed 400 KB.
 */
export async function catchItemTooLarge<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'item_too_large') return undefined;
    throw error;
  }
}
