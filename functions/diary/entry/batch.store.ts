import { absent } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { mostEntries } from './bounds.ts';
import { type Full, unlessTooLarge } from './capacity.ts';
import { type Day, pointerTo } from './day.ts';
import type { Entry, StoredEntry } from './entry.ts';
import { formatEntryId } from './entry-id.ts';
import * as places from './reservation.store.ts';

/** What one request posts: its entries under one id, all at home on the day of the first. */
export interface Batch {
  id: string;
  home: string;
  entries: readonly [Entry, ...Entry[]];
  /** Whether it came with an Idempotency-Key, so that a repeat may be writing it at the same time. */
  hasKey: boolean;
}

/** Makes a batch of what was posted; the same id and the same entries make the same batch. */
export function batchOf(id: string, posted: readonly StoredEntry[], hasKey = false): Batch {
  const home = posted[0]?.date ?? '';
  const entries = posted.map((entry, index) => ({
    id: formatEntryId({ batch: id, home, index, type: entry.type }),
    ...entry,
  }));
  const [first, ...more] = entries;
  if (!first) throw new Error('A batch has at least one entry.');
  return { id, home, entries: [first, ...more], hasKey };
}

type Entries = readonly Entry[];

/** Places that were taken on a further day. */
type Taken = readonly [date: string, pointers: readonly string[]];

/**
 * Stores a batch, once however often it is posted, and answers the days that had no room for it: none where it is
 * stored. Where days are full it tries once more, if places can be reclaimed there.
 */
export async function create(
  table: Table<'get' | 'update'>,
  user_id: string,
  batch: Batch,
  now: Date,
): Promise<Full[]> {
  const full = await store(table, user_id, batch);
  return (await places.reclaim(table, user_id, full, now)) ? store(table, user_id, batch) : full;
}

/**
 * The write to a batch's home is the commit; the pointers on further days, which mean nothing before it, come first.
 * Where the batch is refused they go back, unless it has a key: a repeat may rely on them by then (decision 0020).
 */
async function store(
  table: Table<'get' | 'update'>,
  user_id: string,
  batch: Batch,
): Promise<Full[]> {
  const byDay = Map.groupBy(batch.entries, ({ date }) => date);
  if (byDay.size > 1) {
    const { stored, full } = await lookAround(table, user_id, batch, byDay);
    if (stored || full.length > 0) return full;
  }
  const { taken, noPlace } = await takePlaces(table, user_id, batch, byDay);
  const full = noPlace ?? (await commit(table, user_id, batch, byDay.get(batch.home)?.length ?? 0));
  if (!full) return [];
  if (!batch.hasKey)
    await Promise.all(
      taken.map(([date, pointers]) => places.giveBack(table, user_id, date, pointers)),
    );
  return [full];
}

/** Takes the places of a batch on further days, one after the other until a day has no room. */
async function takePlaces(
  table: Table<'update'>,
  user_id: string,
  { home }: Batch,
  byDay: ReadonlyMap<string, Entries>,
): Promise<{ taken: Taken[]; noPlace?: Full }> {
  const taken: Taken[] = [];
  for (const [date, entries] of byDay) {
    if (date === home) continue;
    const pointers = entries.map(pointerTo);
    const noPlace = await places.take(table, user_id, date, pointers);
    if (noPlace) return { taken, noPlace };
    taken.push([date, pointers]);
  }
  return { taken };
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
): Promise<{ stored: boolean; full: Full[] }> {
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
      .map(({ date }) => ({ date, of: 'entries' })),
  };
}

/** Writes the batch to its home, whose entries take `atHome` places there. */
async function commit(
  table: Table<'update'>,
  user_id: string,
  { id, home, entries }: Batch,
  atHome: number,
): Promise<Full | undefined> {
  const stored = Object.fromEntries(entries.map(({ id: _, ...entry }, index) => [index, entry]));
  const outcome = await unlessTooLarge(
    table.update<Day>(
      keys.diaryDay(user_id, home),
      { set: { [id]: stored }, increment: { entry_count: atHome } },
      { [id]: absent, ...places.roomFor(atHome) },
      'without row',
    ),
  );
  if (!outcome) return { date: home, of: 'bytes' };
  return outcome.done || outcome.existing?.[id] !== undefined
    ? undefined
    : { date: home, of: 'entries' };
}
