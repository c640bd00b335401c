import { absent } from '../../../shared/table/condition.ts';
import { keys } from '../../../shared/table/keys.ts';
import type { Table } from '../../../shared/table/table.ts';
import { mostEntries } from './bounds.ts';
import { type Day, pointerTo } from './day.ts';
import type { Entry, StoredEntry } from './entry.ts';
import { formatEntryId } from './entry-id.ts';
import * as places from './place.store.ts';

/** What one request posts: its entries under one id, all at home on the day of the first. */
export interface Batch {
  id: string;
  home: string;
  entries: readonly [Entry, ...Entry[]];
}

/** Makes a batch of what was posted; the same id and the same entries make the same batch. */
export function batchOf(id: string, posted: readonly StoredEntry[]): Batch {
  const home = posted[0]?.date ?? '';
  const entries = posted.map((entry, index) => ({
    id: formatEntryId({ batch: id, home, index, type: entry.type }),
    ...entry,
  }));
  const [first, ...more] = entries;
  if (!first) throw new Error('A batch has at least one entry.');
  return { id, home, entries: [first, ...more] };
}

type Entries = readonly Entry[];

/**
 * Stores a batch, once however often it is posted, and answers the days that had no room for it: none where it is
 * stored. The write to its home is the commit; the pointers on further days, which mean nothing before it, come first.
 */
export async function create(
  table: Table<'get' | 'update'>,
  user_id: string,
  batch: Batch,
): Promise<string[]> {
  const byDay = Map.groupBy(batch.entries, ({ date }) => date);
  if (byDay.size > 1) {
    const { stored, full } = await lookAround(table, user_id, batch, byDay);
    if (stored || full.length > 0) return full;
  }
  for (const [date, entries] of byDay) {
    if (date !== batch.home && !(await places.take(table, user_id, date, entries.map(pointerTo))))
      return [date];
  }
  return commit(table, user_id, batch, byDay.get(batch.home)?.length ?? 0);
}

/**
 * Reads all days of a batch, so that a refusal or a repeat takes no places that nobody gives back. Nothing rests on
 * it: every write has its own condition.
 */
async function lookAround(
  table: Table<'get'>,
  user_id: string,
  batch: Batch,
  byDay: ReadonlyMap<string, Entries>,
): Promise<{ stored: boolean; full: string[] }> {
  const days = await Promise.all(
    [...byDay].map(async ([date, entries]) => ({
      date,
      entries,
      day: await table.get<Day>(keys.diaryDay(user_id, date)),
    })),
  );
  return {
    stored: days.some(({ date, day }) => date === batch.home && day?.[batch.id] !== undefined),
    full: days
      .filter(({ day, entries }) => (day?.entry_count ?? 0) + entries.length > mostEntries)
      .filter(({ day, entries }) => entries.every((entry) => day?.[pointerTo(entry)] === undefined))
      .map(({ date }) => date),
  };
}

/** Writes the batch to its home, whose entries take `atHome` places there. */
async function commit(
  table: Table<'update'>,
  user_id: string,
  { id, home, entries }: Batch,
  atHome: number,
): Promise<string[]> {
  const stored = Object.fromEntries(entries.map(({ id: _, ...entry }, index) => [index, entry]));
  const outcome = await table.update<Day>(
    keys.diaryDay(user_id, home),
    { set: { [id]: stored }, increment: { entry_count: atHome } },
    { [id]: absent, ...places.roomFor(atHome) },
    'without row',
  );
  return outcome.done || outcome.existing?.[id] !== undefined ? [] : [home];
}
