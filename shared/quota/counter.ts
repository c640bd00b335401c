import type { Table } from '../table/table.ts';
import { type Counts, hasNews, joinCounts, noCounts, toTally } from './counts.ts';
import { getTaken, type WindowName, type WindowQuotas, type Windows } from './quotas.ts';
import { addUse, type Use, type UseItem } from './use.store.ts';

/**
 * The counts of this function for an item of use. It keeps in memory what it owes to the item, and
 * adds it when that is worth a call (decision 0059).
 */
export interface Counter {
  /** The day (UTC) of the item. */
  date: string;
  item: UseItem;
  /** The windows of the last request. */
  windows: Windows;
  /** Tells apart the quotas of several users of a client. Absent for the client itself. */
  partitionKey: string | undefined;
  /** The policies of the limits that the last request had, as the header fields tell them. */
  policies: { limits: WindowQuotas; text: string } | undefined;
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
export function getWorth(limits: WindowQuotas): number {
  const share = Math.floor(Math.min(limits['15min'], limits.day) * owedShare);
  return Math.max(1, Math.min(maxOwed, share));
}

/** The sender of requests whose use has an item of its own on each day. */
export interface CountedOwner {
  /** Differs for each user with a client, and for each client. */
  name: string;
  /** Returns its item of the day of a request, which is kept with its counter. */
  toItem: () => UseItem;
  toPartitionKey?: () => string;
}

/** Returns the counter of an owner on the day of a request. */
export function openCounter(
  counters: Counters,
  owner: CountedOwner,
  windows: Windows,
): Counter {
  const { name } = owner;
  const known = counters.get(name);
  const isLatest = known !== undefined && known.date >= windows.date;
  const latest = isLatest ? known : start(owner, windows, known);
  counters.delete(name);
  counters.set(name, latest);
  const [oldest] = counters.keys();
  if (counters.size > maxCounters && oldest !== undefined) counters.delete(oldest);
  const isToday = latest.date === windows.date;
  const counter = isToday ? latest : openPrevious(latest, owner, windows);
  counter.windows = windows;
  return counter;
}

/** A request of the end of a day can come after the first one of the next day. */
function openPrevious(latest: Counter, owner: CountedOwner, windows: Windows): Counter {
  if (latest.previous?.date !== windows.date)
    latest.previous = start(owner, windows, undefined);
  return latest.previous;
}

function start(
  owner: CountedOwner,
  windows: Windows,
  previous: Counter | undefined,
): Counter {
  if (previous) previous.previous = undefined;
  return {
    date: windows.date,
    item: owner.toItem(),
    windows,
    partitionKey: owner.toPartitionKey?.(),
    policies: undefined,
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
  if (!owes(counter)) counter.since = counter.windows.attributes['15min'];
  counter.owed = joinCounts(counter.owed, counts);
  counter.weight = Math.max(0, counter.weight + weight);
}

/**
 * Returns whether what is owed is due: as many units as are worth a call, the first ones of a day
 * as far as this function has seen, anything new, or what belongs to a window that has ended.
 */
export function isDue(counter: Counter, worth: number): boolean {
  const { owed, seen, weight, since, windows, previous } = counter;
  if (previous && owes(previous)) return true;
  if (!owes(counter)) return false;
  if (weight >= worth || (weight > 0 && !seen)) return true;
  return since !== windows.attributes['15min'] || hasNews(owed, seen);
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
  const { item, windows, seen, owed, weight } = counter;
  Object.assign(counter, { sent: owed, owed: noCounts, weight: 0 });
  try {
    counter.seen = await addUse(table, item, toTally(owed, seen));
    const { day } = windows.attributes;
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
