import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
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
}

/** The share of a window that a lease may hold. With 8 functions, at most a tenth can lapse. */
const maxShare = 1 / 80;

/** Below this share of a window that is left, each call takes only what its request needs. */
const scarceShare = 1 / 10;

/** A lease that was not used for this time starts with a single unit again. */
const idleMillis = 60_000;

const maxLeases = 1000;

/** The leases of this function, those that were used last at the end. */
export type Leases = Map<string, Lease>;

function toLeaseName({ pk, sk }: Key): string {
  return `${pk} ${sk}`;
}

/** Returns the lease for the windows of an item, which holds nothing yet if they are new. */
export function openLease(leases: Leases, { key, windows }: UseItem, now: Date): Lease {
  const name = toLeaseName(key);
  const known = leases.get(name);
  const lease = isOfWindows(known, windows) ? known : startLease(windows, known);
  const at = now.getTime();
  if (at - lease.usedAt > idleMillis) lease.size = 1;
  lease.usedAt = at;
  leases.delete(name);
  leases.set(name, lease);
  const [oldest] = leases.keys();
  if (leases.size > maxLeases && oldest !== undefined) leases.delete(oldest);
  return lease;
}

function isOfWindows(lease: Lease | undefined, windows: Windows): lease is Lease {
  return lease?.windows.endsAt['15min'] === windows.endsAt['15min'];
}

/** A key is that of one day, so only the window of 15 minutes can be new to a known lease. */
function startLease(windows: Windows, known: Lease | undefined): Lease {
  const taken = { '15min': 0, day: known?.taken.day ?? 0 };
  return { windows, held: 0, taken, size: 1, usedAt: 0 };
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
  const max = Math.floor(Math.min(limits['15min'], limits.day) * maxShare);
  return Math.max(needed, Math.min(lease.size, max));
}

/** What a request takes from a lease. */
interface Withdrawal {
  table: Table<'update'>;
  item: UseItem;
  limits: WindowLimits;
  /** What the request costs. */
  units: number;
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
  if (fromLease === units) return [];
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
    lease.size = units * 2;
    return [];
  }
  const full = listFull(lease, limits, needed);
  if (full.length > 0) return full;
  const isTaken = await take(lease, withdrawal, needed);
  return isTaken ? [] : listFull(lease, limits, needed);
}

/** Takes units by a store call, and notes what all functions have taken. */
async function take(
  lease: Lease,
  { table, item, limits }: Withdrawal,
  units: number,
): Promise<boolean> {
  const result = await addUse(table, item, { units, limits });
  const use: Use | undefined = result.done ? result.item : result.existing;
  for (const name of windowNames) {
    const taken = getTaken(use, lease.windows, name);
    lease.taken[name] = Math.max(lease.taken[name], taken);
  }
  return result.done;
}
