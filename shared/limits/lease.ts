import type { Table } from '../table/table.ts';
import {
  type Counts,
  isDue,
  joinCounts,
  noCounts,
  toTally,
  type WaitingCounts,
} from './counts.ts';
import type { WindowLimits } from './limits.ts';
import { addUse, getTaken, type Use, type UseItem } from './use.store.ts';
import { type WindowName, type Windows, windowNames } from './windows.ts';

/**
 * The units that this function has taken in advance for a user or a client. It uses them without a
 * store call. They lapse with their window, so that no window has more than its limit.
 */
export interface Lease {
  windows: Windows;
  /** The units that are taken and not used yet. */
  held: number;
  /** The units of each window that all functions are known to have taken, with those held. */
  taken: Record<WindowName, number>;
  /** The units that the next call takes. */
  size: number;
  /** When it was last used, in milliseconds. */
  usedAt: number;
  /** The item, as a call has seen it last. */
  seen: Use | undefined;
  /** Whether a call has taken the first units of the day, which nobody has noted yet. */
  isFirst: boolean;
  /** The counts that wait for the next call. They outlast windows and days. */
  waiting: WaitingCounts;
}

/** The share of a window that a lease may hold. With 8 functions, at most a tenth can lapse. */
export const maxLeaseShare = 1 / 80;

/** Below this share of a window that is left, each call takes only what its request needs. */
const scarceShare = 1 / 10;

/** A lease that was not used for this time starts with a single unit again. */
const idleMillis = 60_000;

const maxLeases = 1000;

/** The leases of this function, those that were used last at the end. */
export type Leases = Map<string, Lease>;

/** Returns the lease for the windows of an item, which holds nothing yet if they are new. */
export function openLease(leases: Leases, { owner, windows }: UseItem, now: Date): Lease {
  const known = leases.get(owner);
  const lease = isOfWindows(known, windows) ? known : startLease(windows, known);
  const at = now.getTime();
  if (at - lease.usedAt > idleMillis) lease.size = 1;
  lease.usedAt = at;
  leases.delete(owner);
  leases.set(owner, lease);
  const [oldest] = leases.keys();
  if (leases.size > maxLeases && oldest !== undefined) leases.delete(oldest);
  return lease;
}

function isOfWindows(lease: Lease | undefined, windows: Windows): lease is Lease {
  return lease?.windows.endsAt['15min'] === windows.endsAt['15min'];
}

function startLease(windows: Windows, known: Lease | undefined): Lease {
  const ofDay = known?.windows.date === windows.date ? known : undefined;
  return {
    windows,
    held: 0,
    taken: { '15min': 0, day: ofDay?.taken.day ?? 0 },
    size: 1,
    usedAt: 0,
    seen: ofDay?.seen,
    isFirst: ofDay?.isFirst ?? false,
    waiting: known?.waiting ?? { counts: noCounts, writtenAt: 0 },
  };
}

/** Returns the units of a window that are left for this function. */
export function getRemaining(
  { taken, held }: Lease,
  limits: WindowLimits,
  name: WindowName,
): number {
  return Math.max(0, limits[name] - taken[name] + held);
}

/** Lists the windows that are known to have no room for units besides those that are taken. */
function listFull({ taken }: Lease, limits: WindowLimits, units: number): WindowName[] {
  return windowNames.filter((name) => limits[name] - taken[name] < units);
}

/** Lists the windows that are known to have no room for units. */
export function listFullWindows(
  lease: Lease,
  limits: WindowLimits,
  units: number,
): WindowName[] {
  return listFull(lease, limits, units - lease.held);
}

/** Returns the units that a call takes for a request that needs some. */
function chooseUnits(lease: Lease, limits: WindowLimits, needed: number): number {
  const isScarce = windowNames.some(
    (name) => limits[name] - lease.taken[name] < limits[name] * scarceShare,
  );
  if (isScarce) return needed;
  const max = Math.floor(Math.min(limits['15min'], limits.day) * maxLeaseShare);
  return Math.max(needed, Math.min(lease.size, max));
}

/** The part of a lease that a request takes. */
interface Withdrawal {
  table: Table<'update'>;
  item: UseItem;
  limits: WindowLimits;
  /** The cost of the request. */
  units: number;
  /** The counts if it gets the units. */
  counts?: Counts | undefined;
}

/**
 * Uses units of a lease, and takes more by a store call if it holds too few. Returns the windows
 * that have no room for them, and then the lease keeps what it held. Once a window is known to be
 * full, further requests need no call.
 *
 * Takes one call, or a second one if there was room for this request, but not for more in advance.
 * Throws an error if the table cannot be reached.
 */
export async function withdraw(
  lease: Lease,
  withdrawal: Withdrawal,
): Promise<WindowName[]> {
  const { units, limits } = withdrawal;
  const known = listFullWindows(lease, limits, units);
  if (known.length > 0) return known;

  // Other requests can use the lease during the call, so what this one uses leaves it before.
  const fromLease = Math.min(lease.held, units);
  lease.held -= fromLease;
  if (fromLease === units) {
    addWaiting(lease, withdrawal.counts);
    return [];
  }
  const full = await takeNeeded(lease, withdrawal, units - fromLease);
  if (full.length > 0) lease.held += fromLease;
  return full;
}

async function takeNeeded(
  lease: Lease,
  withdrawal: Withdrawal,
  needed: number,
): Promise<WindowName[]> {
  const { limits } = withdrawal;
  const units = chooseUnits(lease, limits, needed);
  if (await take(lease, withdrawal, units)) {
    lease.held += units - needed;
    lease.size = Math.min(lease.size, units) * 2;
    return [];
  }
  const full = listFull(lease, limits, needed);
  if (full.length > 0) return full;
  const isTaken = await take(lease, withdrawal, needed);
  return isTaken ? [] : listFull(lease, limits, needed);
}

/** Lets counts wait for the next call. */
export function addWaiting({ waiting }: Lease, counts = noCounts): void {
  waiting.counts = joinCounts(waiting.counts, counts);
}

/** Writes the counts that wait, if they are due although no units are taken. */
export async function writeDue(
  lease: Lease,
  target: Omit<Withdrawal, 'units' | 'counts'>,
  now: Date,
): Promise<void> {
  const { waiting, seen } = lease;
  if (isDue({ ...waiting, seen }, now)) await take(lease, { ...target, units: 0 }, 0);
}

/** Takes units by a store call, and notes what all functions have taken. Counts ride with it. */
async function take(
  lease: Lease,
  { table, item, limits, counts = noCounts }: Withdrawal,
  units: number,
): Promise<boolean> {
  const { waiting } = lease;
  const waited = waiting.counts;
  waiting.counts = noCounts;
  try {
    const tally = toTally(joinCounts(waited, counts), lease.seen);
    const result = await addUse(table, item, { units, limits, tally });
    if (result.done) waiting.writtenAt = lease.usedAt;
    else addWaiting(lease, waited);
    noteUse(lease, result.done ? result.item : result.existing);
    lease.isFirst ||= result.done && units > 0 && lease.taken.day === units;
    return result.done;
  } catch (error) {
    addWaiting(lease, joinCounts(waited, counts));
    throw error;
  }
}

function noteUse(lease: Lease, use: Use | undefined): void {
  lease.seen = use;
  for (const name of windowNames) {
    const taken = getTaken(use, lease.windows, name);
    lease.taken[name] = Math.max(lease.taken[name], taken);
  }
}
