import type { DayUpdate } from '#functions/diary/entry/day-capacity.ts';
import { type DayItem, formatEntryId } from '#functions/diary/entry/day-item.ts';
import { type EarlierRow, toMovedDigest } from './food-batch.ts';
import {
  type ExportedRow,
  type ExportImport,
  isLater,
  listExportedRows,
  type PlacedRow,
  planRows,
  toPlaced,
} from './plan-export-day.ts';
import type { RowOutcome } from './plan-food-day.ts';

/** The most notes of a day, which nothing else bounds. */
const maxNotes = 100;

/** The days of a move, and what becomes of the entry. */
interface PlannedMove {
  updates: DayUpdate[];
  outcome: RowOutcome;
}

/**
 * Returns the day on which earlier exports have an entry, if any has: that of its note, or the one
 * on which it was created.
 */
export function findPlace(home: DayItem, { key, firstDate }: ExportedRow): string {
  return listExportedRows(home, firstDate).get(key)?.movedTo ?? firstDate;
}

/**
 * Plans the days of an entry that was moved where it was exported. Its first day keeps a note of
 * where it is, so that an export of before does not bring it again. It goes from where a former
 * export has it, unless the person has changed or deleted it there, or a day has no room for it or
 * the note.
 */
export function planMove(
  items: ReadonlyMap<string, DayItem>,
  moved: ExportedRow,
  by: ExportImport,
  now: Date,
): PlannedMove {
  const { row, key, firstDate } = moved;
  const { date } = moved.entry;
  const end = (outcome: RowOutcome['outcome'], entry_id = ''): PlannedMove => {
    return { updates: [], outcome: { row, outcome, entry_id } };
  };
  const listRows = (day: string) => listExportedRows(items.get(day) ?? {}, day);
  const ofHome = listRows(firstDate);
  const home = ofHome.get(key);
  const place = home?.movedTo ?? firstDate;
  const isElsewhere = home !== undefined && place !== date;
  if (isElsewhere && !isLater(by, home)) return end('duplicate');
  const there = isElsewhere ? listRows(place).get(key) : undefined;
  if (there && there.state !== 'as_imported')
    return end(there.state, formatEntryId(there.address));
  if (!home && countNotes(ofHome) >= maxNotes) return end('day_full');

  const gone = new Map<string, EarlierRow[]>();
  if (there) gone.set(place, [there]);
  if (isElsewhere) gone.set(firstDate, [home]);
  const planned = [...new Set([date, firstDate, ...gone.keys()])].map((day) => {
    const earlier = listRows(day);
    if (gone.has(day)) earlier.delete(key);
    const placed = listPlaced(moved, day);
    const rows = { date: day, earlier, placed, gone: gone.get(day) ?? [] };
    return planRows(items.get(day) ?? {}, rows, by, now);
  });
  const outcomes = planned.flatMap((day) => day.outcomes);
  const [outcome] = outcomes;
  const isFull = outcomes.some((each) => each.outcome === 'day_full');
  if (!outcome || isFull) return end('day_full');
  return { updates: planned.flatMap(({ update }) => update ?? []), outcome };
}

function countNotes(rows: ReadonlyMap<string, EarlierRow>): number {
  return [...rows.values()].filter(({ movedTo }) => movedTo !== undefined).length;
}

/** Returns what a day has of an entry: the entry itself, or the note of where it is. */
function listPlaced(moved: ExportedRow, day: string): PlacedRow[] {
  const { row, key, firstDate, entry } = moved;
  if (day === entry.date) return [toPlaced(moved)];
  return day === firstDate ? [{ row, key, digest: toMovedDigest(entry.date) }] : [];
}
