import { toDigest } from '#shared/auth/secrets.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { countSecondsToNextDay, toEpochSeconds } from '#shared/runtime/time.ts';
import { above, aboveOrAbsent, belowOrAbsent, equals } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table, WriteResult } from '#shared/table/table.ts';
import {
  type AttemptName,
  type AttemptWindow,
  allowedAttempts,
  getNextWindow,
  getRetryAfter,
  isOfClockAhead,
  startWindow,
} from './attempt-windows.ts';
import { attemptKeys } from './attempts.keys.ts';

/** The key under which attempts are counted. The table stores only its digest. */
export interface AttemptKey {
  limit: AttemptName;
  /** The subject of the limit, e.g. an account and a network. */
  parts: readonly string[];
}

/** Returns the key of the item that counts the attempts. */
export function toTableKey({ limit, parts }: AttemptKey): Key {
  const text = JSON.stringify([limit, ...parts]);
  return attemptKeys.rateLimit(toDigest(text));
}

/** Returns the key of the item that counts the attempts of a day (UTC), and when the day ends. */
export function toDayKey(parts: readonly string[], now: Date) {
  const nextDay = toEpochSeconds(now) + countSecondsToNextDay(now);
  const text = JSON.stringify(['day', ...parts, nextDay]);
  return { key: attemptKeys.rateLimit(toDigest(text)), nextDay };
}

/**
 * Counts an attempt and returns the seconds to wait, or 0 if the attempt is allowed. The caller
 * must count an attempt before verifying it. The count is atomic, so concurrent attempts cannot
 * exceed the limit.
 *
 * Takes one write, or two if the attempt starts the next window, or finds one that began in the
 * future, because a clock was ahead. If several attempts start the next window at the same time,
 * one succeeds and the others count again, in a third write. Throws `unavailable` if that window
 * has ended, too, which clocks that agree cannot cause.
 */
export async function consume(
  table: Table<'update'>,
  key: AttemptKey,
  now: Date,
): Promise<number> {
  const at = toEpochSeconds(now);
  const limit = allowedAttempts[key.limit];
  const counted = await count(table, key, at);
  if (counted.done && isOfClockAhead(counted.item, at)) {
    const window = await bringForward(table, key, counted.item, at);
    return getRetryAfter(window, limit, at);
  }
  if (counted.done) return getRetryAfter(counted.item, limit, at);

  const { existing } = counted;
  const startedWindow = existing && (await startNextWindow(table, key, existing, at));
  if (startedWindow) return getRetryAfter(startedWindow, limit, at);

  const countedAgain = await count(table, key, at);
  if (!countedAgain.done)
    throw serviceError('unavailable', { cause: 'concurrent_changes' });
  return getRetryAfter(countedAgain.item, limit, at);
}

/** Counts an attempt in the first window, or in that which has not ended. */
function count(
  table: Table<'update'>,
  key: AttemptKey,
  at: number,
): Promise<WriteResult<AttemptWindow>> {
  const change = {
    increment: { count: 1 },
    setIfAbsent: startWindow(at),
  };
  const isRunningOrNew = { ends_at: aboveOrAbsent(at) };
  return table.update(toTableKey(key), change, isRunningOrNew);
}

/** Lets a window end after its own length, because the clock that began it was ahead. */
async function bringForward(
  table: Table<'update'>,
  key: AttemptKey,
  { count, seconds, ends_at }: AttemptWindow,
  at: number,
): Promise<AttemptWindow> {
  const window = startWindow(at, seconds);
  // Otherwise another attempt has brought it forward.
  await table.update(toTableKey(key), { set: window }, { ends_at: equals(ends_at) });
  return { ...window, count };
}

/** Starts the window after `ended`. Returns undefined if another attempt started it first. */
async function startNextWindow(
  table: Table<'update'>,
  key: AttemptKey,
  ended: AttemptWindow,
  at: number,
): Promise<AttemptWindow | undefined> {
  const nextWindow = getNextWindow(ended, allowedAttempts[key.limit], at);
  const isUnchanged = {
    ends_at: equals(ended.ends_at),
    count: equals(ended.count),
  };
  const outcome = await table.update<AttemptWindow>(
    toTableKey(key),
    { set: { ...nextWindow } },
    isUnchanged,
  );
  return outcome.done ? outcome.item : undefined;
}

/**
 * Counts one of at most `limit` attempts in a day (UTC), in one write. Returns the seconds until
 * the next day if there were so many already, or 0.
 */
export async function consumeOfDay(
  table: Table<'update'>,
  parts: readonly string[],
  limit: number,
  now: Date,
): Promise<number> {
  const { key, nextDay } = toDayKey(parts, now);
  const change = { increment: { count: 1 }, set: { ttl: nextDay } };
  const counted = await table.update(key, change, { count: belowOrAbsent(limit) });
  return counted.done ? 0 : nextDay - toEpochSeconds(now);
}

/** Takes back an attempt that succeeded, so only failures count. Does nothing in a later window. */
export async function refund(
  table: Table<'update'>,
  key: AttemptKey,
  now: Date,
): Promise<void> {
  const change = { increment: { count: -1 } };
  const isRunning = {
    ends_at: above(toEpochSeconds(now)),
    count: above(0),
  };
  await table.update(toTableKey(key), change, isRunning);
}
