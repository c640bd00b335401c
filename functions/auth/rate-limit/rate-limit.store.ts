import { toDigest } from '#shared/auth/secrets.ts';
import { epochSeconds } from '#shared/runtime/time.ts';
import { above, aboveOrAbsent, is } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import {
  attemptLimits,
  getNextWindow,
  getRetryAfter,
  type LimitName,
  type RateLimitWindow,
  startWindow,
} from './limits.ts';

/** Whose attempts are counted, by whatever tells them apart; only a digest of it is stored. */
export interface RateLimitKey {
  limit: LimitName;
  parts: readonly string[];
}

/** Returns the key of the row that counts the attempts. */
export const toTableKey = ({ limit: kind, parts: of }: RateLimitKey) =>
  keys.rateLimit(toDigest(JSON.stringify([kind, ...of])));

/**
 * Counts one attempt, before anything is verified, so that attempts at once are all counted; gives the seconds that it
 * has to wait, 0 where it may go on. One write, or two where a window begins; a third where several begin it at once.
 */
export async function consume(
  table: Table<'update'>,
  subject: RateLimitKey,
  now: Date,
): Promise<number> {
  const at = epochSeconds(now);
  const limit = attemptLimits[subject.limit];
  const key = toTableKey(subject);
  const more = { increment: { count: 1 }, setIfAbsent: { ...startWindow(at) } };
  const counted = await table.update<RateLimitWindow>(key, more, { ends_at: aboveOrAbsent(at) });
  if (counted.done) return getRetryAfter(counted.row, limit, at);
  const over = counted.existing;
  if (!over) return consume(table, subject, now);
  const next = { set: { ...getNextWindow(over, limit, at) } };
  const begun = await table.update<RateLimitWindow>(key, next, {
    ends_at: is(over.ends_at),
    count: is(over.count),
  });
  return begun.done ? getRetryAfter(begun.row, limit, at) : consume(table, subject, now);
}

/** Takes back an attempt that turned out to be right, so that only failures use a budget up. */
export async function refund(
  table: Table<'update'>,
  subject: RateLimitKey,
  now: Date,
): Promise<void> {
  const at = epochSeconds(now);
  await table.update(
    toTableKey(subject),
    { increment: { count: -1 } },
    { ends_at: above(at), count: above(0) },
  );
}
