import { findEnvironment } from './environment.ts';

/** The variable with the time at which the only process that uses the table was started. */
export const startedVariable = 'SERVICE_STARTED';

/**
 * Returns the time up to which leases of this duration count as ended: now, or later on one
 * machine, where those of an earlier process end with its successor's start. Times are in
 * milliseconds.
 */
export function getLeaseLimit(now: Date, leaseMs: number): Date {
  const started = Number(findEnvironment(startedVariable) ?? 0);
  // A lease of this process ends at this time at the earliest.
  return new Date(Math.max(now.getTime(), started + leaseMs - 1));
}
