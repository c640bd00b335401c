import { describe, expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { attemptLimits } from './limits.ts';
import { consume, type RateLimitKey, refund } from './rate-limit.store.ts';

const now = new Date('2026-11-20T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const newKey = (): RateLimitKey => ({ limit: 'account', parts: [newId(now)] });

/** Consumes attempts in parallel and returns how many are allowed. */
async function countAllowed(
  key: RateLimitKey,
  attempts: number,
  at = now,
): Promise<number> {
  const waits = await Promise.all(
    Array.from({ length: attempts }, () => consume(table(), key, at)),
  );
  return waits.filter((wait) => wait === 0).length;
}

describe('attempts', () => {
  it('are counted exactly if they run in parallel (AB-05)', async () => {
    const key = newKey();
    expect(await countAllowed(key, attemptLimits.account)).toBe(attemptLimits.account);
    // The first window lasts 60 seconds.
    expect(await consume(table(), key, now)).toBe(60);
  });

  it('are counted exactly if several start the next window in parallel (AB-05)', async () => {
    const key = newKey();
    await countAllowed(key, attemptLimits.account);
    expect(await countAllowed(key, attemptLimits.account + 20, later(60))).toBe(
      attemptLimits.account,
    );
    // The next window lasts 120 seconds.
    expect(await consume(table(), key, later(61))).toBe(119);
  });

  it('over the limit do not extend the window (AB-04)', async () => {
    const key = newKey();
    await countAllowed(key, 3 * attemptLimits.account);
    expect(await consume(table(), key, later(59))).toBe(1);
    expect(await consume(table(), key, later(60))).toBe(0);
  });

  it('are refunded in their own window only, and never below zero', async () => {
    const key = newKey();
    await refund(table(), key, now);
    await countAllowed(key, attemptLimits.account);
    await refund(table(), key, later(60));
    expect(await consume(table(), key, now)).toBe(60);
    await refund(table(), key, now);
    await refund(table(), key, now);
    expect(await consume(table(), key, now)).toBe(0);
  });
});
