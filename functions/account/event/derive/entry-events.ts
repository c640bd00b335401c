import {
  type DayItem,
  getDayDate,
  listStoredEntries,
  parseEntryId,
} from '#functions/diary/entry/day-item.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import { compact } from '#shared/runtime/compact.ts';
import { type EntryState, findViews } from './entry-views.ts';
import type { EventDraft, ItemChange } from './item-change.ts';

/** A day before or after a write. */
interface DayState {
  entries: ReadonlyMap<string, Entry>;
  item: DayItem;
}

/**
 * Returns the events of the entries of a day. An entry that arrives on another day than its first
 * or departs from it makes none there: the item of its first day, which has the entry or the date
 * to which it was moved, tells all of it. So a move is one event, and so is a deletion.
 */
export function deriveEntryEvents({ before, after }: ItemChange<DayItem>): EventDraft[] {
  // Only an erasure deletes days.
  if (!after) return [];
  const date = getDayDate(after);
  const [old, current] = [readDay(before, date), readDay(after, date)];
  const ids = new Set([...listIds(old), ...listIds(current)]);
  return [...ids].sort().flatMap((id) => deriveEntryEvent(id, date, old, current) ?? []);
}

function readDay(item: DayItem = {}, date: string): DayState {
  const entries = listStoredEntries(item, date);
  return { entries: new Map(entries.map((entry) => [entry.id, entry])), item };
}

/** Lists the ids of the entries of a day, and of those that were moved from it. */
function listIds({ entries, item }: DayState): string[] {
  const moved = Object.keys(item).filter((name) => typeof item[name] === 'string');
  return [...entries.keys(), ...moved.filter((name) => parseEntryId(name))];
}

function deriveEntryEvent(
  id: string,
  date: string,
  old: DayState,
  current: DayState,
): EventDraft | undefined {
  const [before, after] = [old.entries.get(id), current.entries.get(id)];
  const address = parseEntryId(id);
  const isHome = address?.firstDate === date;
  if (!isHome && !(before && after)) return undefined;

  const from = before ? date : findMoved(old, id);
  const to = after ? date : findMoved(current, id);
  const isElsewhere = !before && !after && from === to;
  if (isElsewhere) return undefined;

  const type = findType(before ?? after) ?? findBatchType(current, address?.batch);
  const seen = findViews(
    toEntryState(before, from, type),
    toEntryState(after, to, type),
    from !== to,
  );
  if (!seen) return undefined;
  const hasMoved = from !== undefined && to !== undefined && from !== to;
  return compact({
    type: seen.type,
    resource: { type: 'diary_entry' as const, id },
    date: to ?? from,
    previous_date: hasMoved ? from : undefined,
    remote_connection_type: type,
    views: seen.views,
  });
}

/** Returns the date to which an entry was moved from its first day. */
function findMoved({ item }: DayState, id: string): string | undefined {
  const date = item[id];
  return typeof date === 'string' ? date : undefined;
}

function toEntryState(
  entry: Entry | undefined,
  date: string | undefined,
  type: string | undefined,
): EntryState {
  if (entry) return { kind: 'stored', entry };
  return date === undefined ? { kind: 'absent' } : { kind: 'moved', type };
}

function findType(entry: Entry | undefined): string | undefined {
  return entry?.type === 'exercise' ? entry.source?.remote_connection_type : undefined;
}

/** Returns the provider of an entry that was moved, of which its first day has the batch. */
function findBatchType({ item }: DayState, batch = ''): string | undefined {
  const stored = item[batch] as { remote_connection_type?: string } | undefined;
  return stored?.remote_connection_type;
}
