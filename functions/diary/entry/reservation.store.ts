import { newId } from '#shared/runtime/ids.ts';
import { absent, belowOrAbsent, present } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { keyLifetime, mostEntries } from './bounds.ts';
import { type Full, unlessTooLarge } from './capacity.ts';
import { type Day, entryAt, pointersIn, pointerTo } from './day.ts';

const each = <T>(pointers: readonly string[], value: T): Record<string, T> =>
  Object.fromEntries(pointers.map((name) => [name, value]));

/** Condition that a day has room for so many more entries. */
export const roomFor = (more: number) => ({ entry_count: belowOrAbsent(mostEntries - more + 1) });

/**
 * Takes a place on a day for each of some pointers, which are new together; what the day has too much of where it has no
 * room. Taking them again changes nothing. DynamoDB takes expressions of 4 KB: the 49 pointers that one request can need.
 */
export async function take(
  table: Table<'update'>,
  user_id: string,
  date: string,
  pointers: readonly string[],
): Promise<Full | undefined> {
  const outcome = await unlessTooLarge(
    table.update<Day>(
      keys.diaryDay(user_id, date),
      {
        set: each(pointers, true),
        increment: { entry_count: pointers.length },
      },
      { ...each(pointers, absent), ...roomFor(pointers.length) },
      'without row',
    ),
  );
  if (!outcome) return { date, of: 'bytes' };
  const hasThem = outcome.done || pointers.some((name) => outcome.existing?.[name] !== undefined);
  return hasThem ? undefined : { date, of: 'entries' };
}

/** Gives the places of some pointers back, where all of them are there. Giving them back again changes nothing. */
export async function giveBack(
  table: Table<'update'>,
  user_id: string,
  date: string,
  pointers: readonly string[],
): Promise<void> {
  await table.update<Day>(
    keys.diaryDay(user_id, date),
    { remove: pointers, increment: { entry_count: -pointers.length } },
    each(pointers, present),
    'without row',
  );
}

/** Milliseconds after which no request can use a pointer any more that it has taken: a key's lifetime, and a day. */
const unusedAfter = (keyLifetime + 86_400) * 1000;

/**
 * Gives back the places on full days that interrupted requests have left: those of pointers that are too old to be used
 * by any request, and not where their entry is shown. Whether there were any.
 */
export async function reclaim(
  table: Table<'get' | 'update'>,
  user_id: string,
  full: readonly Full[],
  now: Date,
): Promise<boolean> {
  const reclaimed = await Promise.all(
    full
      .filter(({ of }) => of === 'entries')
      .map(async ({ date }) => {
        const left = await leftOn(table, user_id, date, now);
        for (const pointers of left) await giveBack(table, user_id, date, pointers);
        return left.length > 0;
      }),
  );
  return reclaimed.includes(true);
}

/** The pointers that interrupted requests have left on a day, those together that were taken together. */
async function leftOn(
  table: Table<'get'>,
  user_id: string,
  date: string,
  now: Date,
): Promise<readonly string[][]> {
  const read = (day: string) => table.get<Day>(keys.diaryDay(user_id, day));
  const newest = newId(new Date(now.getTime() - unusedAfter));
  const old = pointersIn(await read(date)).filter(({ takenBy }) => takenBy < newest);
  const homes = new Map(
    await Promise.all(
      [...new Set(old.map(({ at }) => at.home))].map(
        async (home) => [home, await read(home)] as const,
      ),
    ),
  );
  const isShown = ({ name, at }: (typeof old)[number]) => {
    const entry = entryAt(homes.get(at.home), at);
    return entry?.date === date && pointerTo(entry) === name;
  };
  const left = Map.groupBy(
    old.filter((pointer) => !isShown(pointer)),
    ({ takenBy }) => takenBy,
  );
  return [...left.values()].map((pointers) => pointers.map(({ name }) => name));
}
