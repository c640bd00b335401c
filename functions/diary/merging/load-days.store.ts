import {
  addDays,
  type DayRange,
  groupDates,
  isWithinAny,
  listDates,
} from '#functions/diary/entry/dates.ts';
import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import {
  type Diary,
  type EntryAddress,
  formatEntryId,
  listMovedImports,
  type MovedEntry,
} from '#functions/diary/entry/day-item.ts';
import { canBeNamed, findDecision } from '#functions/diary/entry/visibility.ts';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type DayItems,
  type ImportedEntry,
  listImportedEntries,
} from './imported-entry.ts';
import type { Preferences } from './merge.ts';
import { originKeys } from './origin.keys.ts';

/** The items of some days and of the days around them. */
export interface LoadedDays {
  /** The days, and one day on each side: a change can affect which entries are shown there. */
  decided: readonly DayRange[];
  /** One day more on each side, because the entries of `decided` can have duplicates there. */
  loaded: readonly DayRange[];
  items: DayItems;
  /** The ids of entries that were created on the loaded days, and moved to days not read. */
  unread: ReadonlySet<string>;
}

/** The days around an entry, and every date that was read. */
export interface DaysOfEntry extends LoadedDays {
  dates: readonly string[];
}

/**
 * Reads some days and the days around them, and the days to which imported entries of these were
 * moved. Days that are at most a week apart take one query.
 */
export async function loadDays(
  diary: Diary<'getEach' | 'query'>,
  dates: readonly string[],
): Promise<LoadedDays> {
  const near = await loadNear(diary, dates);
  const newDates = near.movedAway.map(({ date }) => date);
  const items = await dayItems.findDays(diary, newDates);
  return { ...near, items: new Map([...items, ...near.items]), unread: new Set() };
}

/**
 * The most days to which entries were moved that are read for one entry. With the five days around
 * its first day and the one to which it moves, they are ten items of 400 KB: less than the 4 MB of
 * a transaction, which writes or checks all of them.
 */
const maxMovedDates = 4;

/** A date that has no item. */
const neverDate = '0000-01-01';

/**
 * Reads the first day of an entry and the days around it, the date to which it moves, and up to
 * four days to which imported entries were moved: its own, and those that hide entries, first.
 * Those of entries that the caller may not see come last. The moved entries take one call. A caller
 * who may not see some entries always makes it.
 */
export async function loadDaysOfEntry(
  diary: Diary<'getEach' | 'query'>,
  address: EntryAddress,
  newDate?: string,
): Promise<DaysOfEntry> {
  const near = await loadNear(diary, [address.firstDate]);
  const { loaded, movedAway } = near;
  const id = formatEntryId(address);
  const { hidden_types } = diary;
  const entries = listImportedEntries(near.items, loaded);
  const findHider = (entry: ImportedEntry) => findDecision(entry, hidden_types).hidden_by;
  const visible = [...entries.values()].filter(({ source }) =>
    canBeNamed(source, hidden_types),
  );
  const hiders = visible.flatMap((entry) => findHider(entry) ?? []);
  const own = visible.find((entry) => entry.id === id);
  const [named = [], others = []] = [true, false].map((isNamed) =>
    movedAway.filter((moved) => canBeNamed(moved, hidden_types) === isNamed),
  );
  const newDates = new Map([...named, ...others].map((moved) => [moved.id, moved.date]));
  const ids = [id, (own && findHider(own)) ?? id, ...hiders, ...newDates.keys()];
  const followed = new Set(ids.flatMap((each) => newDates.get(each) ?? []));
  const far = new Set([...followed].slice(0, maxMovedDates));
  if (newDate !== undefined && !isWithinAny(loaded, newDate)) far.add(newDate);

  // A viewer who may not see some entries must not notice that one of these was moved.
  const hidesTiming = (hidden_types ?? []).length > 0;
  const read = hidesTiming && far.size === 0 ? [neverDate] : [...far];
  const items = await dayItems.findDays(diary, read);
  const unread = movedAway.filter(({ date }) => !far.has(date));
  return {
    ...near,
    items: new Map([...items, ...near.items]),
    unread: new Set(unread.map((moved) => moved.id)),
    dates: [...loaded.flatMap(listDates), ...far],
  };
}

interface NearDays extends Omit<LoadedDays, 'unread'> {
  /** The imported entries that were moved from these days to others. */
  movedAway: readonly MovedEntry[];
}

async function loadNear(
  diary: Diary<'query'>,
  dates: readonly string[],
): Promise<NearDays> {
  const ranges = groupDates(dates);
  const decided = ranges.map((range) => widen(range, 1));
  const loaded = ranges.map((range) => widen(range, 2));
  const reads = loaded.map((range) => dayItems.list(diary, range));
  const items = new Map((await Promise.all(reads)).flat());
  const moved = [...items.values()].flatMap(listMovedImports);
  const movedAway = moved.filter(({ date }) => !isWithinAny(loaded, date));
  return { decided, loaded, items, movedAway };
}

function widen({ first, last }: DayRange, days: number): DayRange {
  return { first: addDays(first, -days), last: addDays(last, days) };
}

/** The part of a stored data source that a merge reads. */
interface PreferredSource {
  id: string;
  priorities?: { activity?: string };
}

/** Reads what decides between entries of two providers: priorities and remote connections. */
export async function loadPreferences(
  table: Table<'query'>,
  user_id: string,
): Promise<Preferences> {
  const [sources, connections] = await Promise.all([
    table.query<PreferredSource>(dataSourceKeys.dataSources(user_id)),
    table.query<{ id: string }>(originKeys.remoteConnections(user_id)),
  ]);
  const prioritySince = new Map<string, string>();
  for (const { id, priorities } of sources) {
    const since = priorities?.activity;
    if (since) prioritySince.set(id, since);
  }
  const ids = connections.map(({ id }) => id);
  return { prioritySince, connectionIds: new Set(ids) };
}
