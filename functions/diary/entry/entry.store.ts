import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { unlessTooLarge } from './capacity.ts';
import { type Day, entriesIn, entryAt, homesOfGuests, pointerTo } from './day.ts';
import type { Entry } from './entry.ts';
import type { EntryAddress } from './entry-id.ts';
import { type EntryUpdate, hasStayed, inside, isThere } from './entry-write.ts';
import { type Changed, move } from './move.store.ts';
import * as places from './reservation.store.ts';

/** The entries of a day in the order in which they were written, those that lie on other days included. */
export async function list(table: Table<'get'>, user_id: string, date: string): Promise<Entry[]> {
  const day = await table.get<Day>(keys.diaryDay(user_id, date));
  const guests = await Promise.all(
    homesOfGuests(day).map(async (home) =>
      entriesIn(await table.get<Day>(keys.diaryDay(user_id, home)), home),
    ),
  );
  return [...entriesIn(day, date), ...guests.flat()]
    .filter((entry) => entry.date === date)
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** One of the user's entries. */
export async function find(
  table: Table<'get'>,
  user_id: string,
  at: EntryAddress,
): Promise<Entry | undefined> {
  return entryAt(await table.get<Day>(keys.diaryDay(user_id, at.home)), at);
}

/**
 * Changes an entry with one write to the members that change, so that no parallel change is lost. It takes more only
 * where the entry goes to another day. Where that is full it tries once more, if places can be reclaimed there.
 */
export async function change(
  table: Table<'get' | 'update'>,
  user_id: string,
  at: EntryAddress,
  update: EntryUpdate,
): Promise<Changed> {
  const changed = await changeOrMove(table, user_id, at, update);
  const { full } = changed;
  return full && (await places.reclaim(table, user_id, [full], update.now))
    ? changeOrMove(table, user_id, at, update)
    : changed;
}

/** Begins anew where another request moves the entry at the same time. */
async function changeOrMove(
  table: Table<'update'>,
  user_id: string,
  at: EntryAddress,
  update: EntryUpdate,
): Promise<Changed> {
  const { date } = update;
  for (;;) {
    const outcome = await unlessTooLarge(
      table.update<Day>(keys.diaryDay(user_id, at.home), inside(at, update), isThere(at, date)),
    );
    if (!outcome) return { full: { date: at.home, of: 'bytes' } };
    if (outcome.done) return { entry: entryAt(outcome.row, at) };
    const entry = entryAt(outcome.existing, at);
    if (!entry || date === undefined) return {};
    const moved = await move(table, user_id, at, entry, { ...update, date });
    if (moved) return moved;
  }
}

/** Removes an entry; false where there is none. One write where it is shown at its home, as almost all are. */
export async function remove(
  table: Table<'update'>,
  user_id: string,
  at: EntryAddress,
  seen?: Entry,
): Promise<boolean> {
  const isHome = !seen || seen.date === at.home;
  const outcome = await table.update<Day>(
    keys.diaryDay(user_id, at.home),
    { remove: [`${at.batch}.${at.index}`], increment: { entry_count: isHome ? -1 : 0 } },
    seen ? hasStayed(at, seen) : isThere(at, at.home),
    'without row',
  );
  if (outcome.done) {
    if (!isHome) await places.giveBack(table, user_id, seen.date, [pointerTo(seen)]);
    return true;
  }
  const entry = entryAt(outcome.existing, at);
  return entry ? remove(table, user_id, at, entry) : false;
}
