import { groupDates } from '#functions/diary/entry/dates.ts';
import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import type { DayItem } from '#functions/diary/entry/day-item.ts';
import { serviceError } from '#shared/errors/errors.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { createPauses, type PauseFor, whileBusy } from '#shared/table/wait-for-table.ts';
import type { PlannedDay } from './plan-food-day.ts';

type FoodTable = Table<'query' | 'put' | 'update' | 'check' | 'transact'>;

/** Where days are written, and how reads and writes wait while the store is throttling. */
export interface FoodStores {
  table: FoodTable;
  /** Conditions of each transaction, e.g. that the import was not undone. */
  checks: readonly TransactionChange<'check'>[];
  /** Returns what stands for them if a transaction removes entries. */
  countRemoved?: (removed: number) => TransactionChange<'check' | 'update'>;
  pause: PauseFor;
}

/** The days of a read and of a transaction, and their size in bytes. */
const daysOfWrite = 16;
const bytesOfWrite = 2 * 1024 * 1024;

/** The most attempts to write days that others change at the same time. */
export const maxDayAttempts = 20;

/**
 * Stores entries of some days as `plan` plans them, each day by one write. It can be repeated after
 * an interruption at any point, because equal rows are found again. Returns what became of the
 * days, or undefined if a check has failed. Throws `unavailable` if the store is throttling for
 * minutes.
 */
export async function importDays<
  Day extends { date: string },
  Planned extends PlannedDay,
>(
  stores: FoodStores,
  user_id: string,
  days: readonly Day[],
  plan: (item: DayItem, day: Day) => Planned,
): Promise<Planned[] | undefined> {
  const done: Planned[] = [];
  for (let start = 0; start < days.length; start += daysOfWrite) {
    const group = days.slice(start, start + daysOfWrite);
    const planned = await importGroup(stores, user_id, group, plan);
    if (!planned) return undefined;
    done.push(...planned);
  }
  return done.sort((one, other) => one.date.localeCompare(other.date));
}

/** Stores a group of days, those again that others change at the same time. */
async function importGroup<Day extends { date: string }, Planned extends PlannedDay>(
  stores: FoodStores,
  user_id: string,
  days: readonly Day[],
  plan: (item: DayItem, day: Day) => Planned,
): Promise<Planned[] | undefined> {
  const { table, pause } = stores;
  const done: Planned[] = [];
  let left: readonly Day[] = days;
  for (let attempt = 0; attempt < maxDayAttempts && left.length > 0; attempt += 1) {
    const waiting = left;
    const read = await whileBusy(pause, () => readDays(table, user_id, waiting));
    const planned = read.map(({ item, day }) => plan(item, day));
    const written = await writeDays(stores, user_id, planned);
    if (!written) return undefined;
    done.push(...planned.filter(({ date }) => !written.changed.has(date)));
    left = left.filter(({ date }) => written.changed.has(date));
  }
  if (left.length > 0) throw serviceError('unavailable', { cause: 'concurrent_changes' });
  return done;
}

/** Days of which one read has those between, too. */
const maxGap = 31;

/** Reads the items of days, near ones together. */
async function readDays<Day extends { date: string }>(
  table: FoodTable,
  user_id: string,
  days: readonly Day[],
): Promise<{ item: DayItem; day: Day }[]> {
  const items = new Map<string, DayItem>();
  const dates = days.map(({ date }) => date);
  for (const range of groupDates(dates, maxGap))
    for await (const page of dayItems.readDayItems({ table, user_id }, range))
      for (const [date, item] of page) items.set(date, item);
  return days.map((day) => ({ day, item: items.get(day.date) ?? {} }));
}

/**
 * Writes planned days. While the store is throttling, it writes fewer days at a time, and waits
 * longer. Returns the days that others have changed meanwhile, or undefined if a check has failed.
 */
async function writeDays(
  { table, pause, ...stores }: FoodStores,
  user_id: string,
  planned: readonly PlannedDay[],
): Promise<{ changed: ReadonlySet<string> } | undefined> {
  const changed = new Set<string>();
  const waiting = planned.flatMap(({ update, removed }) =>
    update ? [{ ...update, removed }] : [],
  );
  let size = daysOfWrite;
  const pauses = createPauses(pause);
  for (let start = 0; start < waiting.length; ) {
    const group = takeGroup(waiting.slice(start, start + size));
    try {
      const checks = listChecks(stores, group);
      const writes = group.map((update) => dayItems.toTransactionChange(user_id, update));
      const result = await table.transact([...checks, ...writes]);
      const failures = result.done ? [] : result.failures;
      if (failures.some(({ cause }) => cause === 'size'))
        throw serviceError('item_too_large');
      if (failures.some(({ index }) => index < checks.length)) return undefined;
      // A transaction writes all of its days or none.
      if (failures.length > 0) for (const { date } of group) changed.add(date);
      start += group.length;
      pauses.reset();
      size = Math.min(daysOfWrite, size + 1);
    } catch (error) {
      await pauses.pause(error);
      size = Math.max(1, Math.floor(size / 2));
    }
  }
  return { changed };
}

/** Returns the conditions of a transaction. */
function listChecks(
  { checks, countRemoved }: Pick<FoodStores, 'checks' | 'countRemoved'>,
  group: readonly { removed: number }[],
): readonly TransactionChange<'check' | 'update'>[] {
  const removed = group.reduce((sum, day) => sum + day.removed, 0);
  return countRemoved ? [countRemoved(removed)] : checks;
}

/** Returns the first updates that one transaction can have. */
function takeGroup<
  Update extends { change: { set?: Readonly<Record<string, unknown>> } },
>(updates: readonly Update[]): readonly Update[] {
  let bytes = 0;
  const end = updates.findIndex(({ change }) => {
    bytes += Number(change.set?.own_bytes ?? 0) * 1.5;
    return bytes > bytesOfWrite;
  });
  return end < 0 ? updates : updates.slice(0, Math.max(1, end));
}
