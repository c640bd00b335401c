import { keys } from '../../../shared/table/keys.ts';
import type { Table } from '../../../shared/table/table.ts';
import { type Day, entryAt, pointerTo } from './day.ts';
import type { Entry } from './entry.ts';
import type { EntryAddress } from './entry-id.ts';
import { type EntryUpdate, inside, isThere, placeOf } from './entry-write.ts';
import * as places from './place.store.ts';

/** What became of a change: the entry after it, or the day that has no room for it; neither where there is no entry. */
export interface Changed {
  entry?: Entry | undefined;
  full?: string;
}

/**
 * Moves an entry to another day and changes it: a place on that day first, then the entry, which is the commit, and
 * then the place that it had goes back. Undefined where another request changed its place meanwhile.
 */
export async function move(
  table: Table<'update'>,
  user_id: string,
  at: EntryAddress,
  entry: Entry,
  update: EntryUpdate & { date: string },
): Promise<Changed | undefined> {
  const { date } = update;
  const { moves } = placeOf(entry);
  const pointer = pointerTo({ id: entry.id, moves: moves + 1 });
  const [leavesHome, goesHome] = [entry.date === at.home, date === at.home];

  if (!goesHome && !(await places.take(table, user_id, date, [pointer]))) return { full: date };
  const outcome = await table.update<Day>(
    keys.diaryDay(user_id, at.home),
    {
      ...inside(at, { ...update, set: { ...update.set, date, moves: moves + 1 } }),
      increment: { entry_count: Number(goesHome) - Number(leavesHome) },
    },
    { ...isThere(at, placeOf(entry)), ...(goesHome && places.roomFor(1)) },
  );
  if (outcome.done) {
    if (!leavesHome) await places.giveBack(table, user_id, entry.date, [pointerTo(entry)]);
    return { entry: entryAt(outcome.row, at) };
  }

  const now = entryAt(outcome.existing, at);
  if (now && pointerTo(now) === pointerTo(entry)) return { full: date };
  const isShownThere = now?.date === date && pointerTo(now) === pointer;
  if (!goesHome && !isShownThere) await places.giveBack(table, user_id, date, [pointer]);
  return now ? undefined : {};
}
