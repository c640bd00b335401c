import type { AttemptKey } from '#functions/auth/attempts/attempts.store.ts';
import {
  consume,
  toDayKey,
  toTableKey,
} from '#functions/auth/attempts/attempts.store.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import { table } from './fixtures.ts';

/** Counts attempts as the service does, but in two writes instead of one for each attempt. */
export async function consumeAttempts(
  key: AttemptKey,
  attempts: number,
  now: Date,
): Promise<void> {
  await consume(table(), key, now);
  await table().update(toTableKey(key), { increment: { count: attempts - 1 } }, exists);
}

/** Counts the first attempts of today (UTC) in one write. */
export async function consumeAttemptsOfDay(
  parts: readonly string[],
  attempts: number,
): Promise<void> {
  const { key, nextDay } = toDayKey(parts, new Date());
  await table().put({ ...key, count: attempts, ttl: nextDay }, isNew);
}

/**
 * Returns a time later than a test can run. Attempts that are counted then belong to a window
 * that cannot end while a test runs, even on a slow machine.
 */
export const getTimeInTenMinutes = () => new Date(Date.now() + 600_000);
