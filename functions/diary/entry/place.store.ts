import { absent, belowOrAbsent, present } from '../../../shared/table/condition.ts';
import { keys } from '../../../shared/table/keys.ts';
import type { Table } from '../../../shared/table/table.ts';
import { mostEntries } from './bounds.ts';
import type { Day } from './day.ts';

/** Condition that a day has room for so many more entries. */
export const roomFor = (more: number) => ({ entry_count: belowOrAbsent(mostEntries - more + 1) });

/**
 * Takes a place on a day for each of some pointers, which are new together; false where the day has no room. Taking
 * them again changes nothing.
 */
export async function take(
  table: Table<'update'>,
  user_id: string,
  date: string,
  pointers: readonly string[],
): Promise<boolean> {
  const [first = ''] = pointers;
  const outcome = await table.update<Day>(
    keys.diaryDay(user_id, date),
    {
      set: Object.fromEntries(pointers.map((name) => [name, true])),
      increment: { entry_count: pointers.length },
    },
    { [first]: absent, ...roomFor(pointers.length) },
    'without row',
  );
  return outcome.done || outcome.existing?.[first] !== undefined;
}

/** Gives the places of some pointers back, which were taken together. Giving them back again changes nothing. */
export async function giveBack(
  table: Table<'update'>,
  user_id: string,
  date: string,
  pointers: readonly string[],
): Promise<void> {
  const [first = ''] = pointers;
  await table.update<Day>(
    keys.diaryDay(user_id, date),
    { remove: pointers, increment: { entry_count: -pointers.length } },
    { [first]: present },
    'without row',
  );
}
