import type { Table } from '../table/table.ts';
import { type Counts, hasNews, joinCounts, noCounts, toTally } from './counts.ts';
import type { WindowLimits } from './limits.ts';
import { addUse, getTaken, type Use, type UseItem } from './use.store.ts';
import type { WindowName, Windows } from './windows.ts';

/**
 * The counts of this function for an item of use. It keeps in memory what it owes to the item, and
 * adds it when that is worth a call (decision 0059).
 */
export interface Counter {
  /** The day (UTC) of the item. */
  date: string;
  /** The item, with the windows of the last request. */
  item: UseItem;
  /** The item, as a call has returned it last. Undefined if none has on this day. */
  seen: Use | undefined;
  /** What the item does not have yet. */
  owed: Counts;
  /** What a call adds to the item at the moment. */
  sent: Counts;
  /** The units of the requests that are owed. One that costs nothing counts as one. */
  weight: number;
  /** The attribute of the 15 minutes since which something is owed. */
  since: string;
  sending: Promise<boolean> | undefined;
  /** That of the day before, to which something can still be owed. */
  previous: Counter | undefined;
}

/** The counters of this function by owner, those that were used last at the end. */
export type Counters = Map<string, Counter>;

/** A function forgets the owners beyond these, as if it had ended for them. */
const maxCounters = 1000;

/** A function that ends loses fewer requests than these. */
const maxOwed = 20;

/** The share of a window that a function can owe to it. */
const owedShare = 1 / 10;

/** Returns the units that are worth a call: a tenth of the smaller window, and at most 20. */
export function getWorth(limits: WindowLimits): number {
  const share = Math.floor(Math.min(limits['15min'], limits.day) * owedShare);
  return Math.max(1, Math.min(maxOwed, share));
}

/** Returns the counter of an item. */
export function openCounter(counters: Counters, item: UseItem): Counter {
  const known = counters.get(item.owner);
  const latest = known && known.date >= item.windows.date ? known : start(item, known);
  counters.delete(item.owner);
  counters.set(item.owner, latest);
  const [oldest] = counters.keys();
  if (counters.size > maxCounters && oldest !== undefined) counters.delete(oldest);
  const counter = findOfDay(latest, item);
  counter.item = item;
  return counter;
}

/** A request of the end of a day can come after the first one of the next day. */
function findOfDay(latest: Counter, item: UseItem): Counter {
  const { date } = item.windows;
  if (latest.date === date) return latest;
  if (latest.previous?.date !== date) latest.previous = start(item, undefined);
  return latest.previous;
}

function start(item: UseItem, previous: Counter | undefined): Counter {
  if (previous) previous.previous = undefined;
  return {
    date: item.windows.date,
    item,
    seen: undefined,
    owed: noCounts,
    sent: noCounts,
    weight: 0,
    since: '',
    sending: undefined,
    previous,
  };
}

function owes({ owed, sending }: Counter): boolean {
  for (const _ in owed.amounts) return true;
  return sending !== undefined;
}

/** Returns the units of a window that are used, as far as this function knows. */
export function getUsed(
  { seen, owed, sent }: Counter,
  windows: Windows,
  name: WindowName,
): number {
  return (
    getTaken(seen, windows, name) +
    getTaken(owed.amounts, windows, name) +
    getTaken(sent.amounts, windows, name)
  );
}

/** Counts units in both windows, or takes them back if they are negative. */
export function charge(counter: Counter, windows: Windows, units: number): void {
  const { '15min': quarter, day } = windows.attributes;
  const amounts = { [quarter]: units, [day]: units };
  count(counter, { amounts, members: {} }, units);
}

/** Counts what has happened, as so many requests. */
export function count(counter: Counter, counts: Counts, weight: number): void {
  if (!owes(counter)) counter.since = counter.item.windows.attributes['15min'];
  counter.owed = joinCounts(counter.owed, counts);
  counter.weight = Math.max(0, counter.weight + weight);
}

/**
 * Returns whether what is owed is due: as many units as are worth a call, the first ones of a day
 * as far as this function has seen, anything new, or what belongs to a window that has ended.
 */
export function isDue(counter: Counter, worth: number): boolean {
  const { owed, seen, weight, since, item, previous } = counter;
  if (previous && owes(previous)) return true;
  if (!owes(counter)) return false;
  if (weight >= worth || (weight > 0 && !seen)) return true;
  return since !== item.windows.attributes['15min'] || hasNews(owed, seen);
}

/**
 * Adds what is owed to the item if it is due, one call after another. Returns whether it
 * has added the first units of the day. Throws an error if the table cannot be reached.
 */
export async function flush(
  counter: Counter,
  table: Table<'update'>,
  worth: number,
): Promise<boolean> {
  const { previous } = counter;
  if (previous && owes(previous)) {
    previous.since = '';
    await flush(previous, table, worth);
  }
  while (counter.sending) await counter.sending.catch(() => false);
  if (!isDue(counter, worth)) return false;
  counter.sending = send(counter, table);
  return counter.sending;
}

async function send(counter: Counter, table: Table<'update'>): Promise<boolean> {
  const { item, seen, owed, weight } = counter;
  Object.assign(counter, { sent: owed, owed: noCounts, weight: 0 });
  try {
    counter.seen = await addUse(table, item, toTally(owed, seen));
    const { day } = item.windows.attributes;
    return (owed.amounts[day] ?? 0) > 0 && counter.seen[day] === owed.amounts[day];
  } catch (error) {
    counter.owed = joinCounts(owed, counter.owed);
    counter.weight += weight;
    throw error;
  } finally {
    counter.sent = noCounts;
    counter.sending = undefined;
  }
}
