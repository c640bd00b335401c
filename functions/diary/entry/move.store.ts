import { newId } from '#shared/runtime/ids.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { type Full, unlessTooLarge } from './capacity.ts';
import { type Day, entryAt, pointerTo } from './day.ts';
import type { Entry } from './entry.ts';
import type { EntryAddress } from './entry-id.ts';
import { type EntryUpdate, hasStayed, inside } from './entry-write.ts';
import * as places from './reservation.store.ts';

/** What became of a change: the entry after it, or the day that has no room for it; neither where there is no entry. */
export interface Changed {
  entry?: Entry | undefined;
  full?: Full;
}

/**
 * Moves an entry to another day and changes it: a place on that day first, then the entry, which is the commit, and
 * then the place that it does not have goes back: the old one, or where the move is refused the new one, which is of
 * this attempt alone. Undefined where another request changed its place meanwhile.
 */
export async function move(
  table: Table<'update'>,
  user_id: string,
  at: EntryAddress,
  entry: Entry,
  update: EntryUpdate & { date: string },
): Promise<Changed | undefined> {
  const moved = { id: entry.id, date: update.date, place: newId(update.now) };
  const isGuest = ({ date }: Pick<Entry, 'date'>) => date !== at.home;

  const noPlace =
    isGuest(moved) && (await places.take(table, user_id, moved.date, [pointerTo(moved)]));
  if (noPlace) return { full: noPlace };
  const outcome = await unlessTooLarge(
    table.update<Day>(
      keys.diaryDay(user_id, at.home),
      {
        ...inside(at, { ...update, set: { ...update.set, date: moved.date, place: moved.place } }),
        increment: { entry_count: Number(isGuest(entry)) - Number(isGuest(moved)) },
      },
      { ...hasStayed(at, entry), ...(!isGuest(moved) && places.roomFor(1)) },
    ),
  );
  const after = outcome ? entryAt(outcome.done ? outcome.row : outcome.existing, at) : entry;
  const isAt = (place: Pick<Entry, 'id' | 'place'>) =>
    after && pointerTo(after) === pointerTo(place);
  for (const place of [entry, moved])
    if (isGuest(place) && !isAt(place))
      await places.giveBack(table, user_id, place.date, [pointerTo(place)]);

  if (!after || isAt(moved)) return { entry: after };
  return isAt(entry) ? { full: { date: at.home, of: outcome ? 'entries' : 'bytes' } } : undefined;
}
