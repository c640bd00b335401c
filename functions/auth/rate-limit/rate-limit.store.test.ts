import { describe, expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { attemptLimits } from './limits.ts';
import { consume, type RateLimitKey, refund } from './rate-limit.store.ts';

const now = new Date('2026-11-20T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const newSubject = (): RateLimitKey => ({ limit: 'network', parts: [newId(now)] });

/** Counts that many attempts at once; gives how many may go on. */
async function admitted(subject: RateLimitKey, attempts: number, at = now): Promise<number> {
  const waits = await Promise.all(
    Array.from({ length: attempts }, () => consume(table(), subject, at)),
  );
  return waits.filter((wait) => wait === 0).length;
}

describe('attempts', () => {
  it('AB-05 are counted exactly, however many come at once', async () => {
    const subject = newSubject();
    expect(await admitted(subject, attemptLimits.network)).toBe(attemptLimits.network);
    expect(await consume(table(), subject, now)).toBe(60);
  });

  it('AB-05 are counted exactly where several begin the next window at once', async () => {
    const subject = newSubject();
    await admitted(subject, attemptLimits.network);
    expect(await admitted(subject, attemptLimits.network + 20, later(60))).toBe(
      attemptLimits.network,
    );
    expect(await consume(table(), subject, later(61))).toBe(119);
  });

  it('AB-04 that are made during a pause do not make it longer', async () => {
    const subject = newSubject();
    await admitted(subject, 3 * attemptLimits.network);
    expect(await consume(table(), subject, later(59))).toBe(1);
    expect(await consume(table(), subject, later(60))).toBe(0);
  });

  it('that are taken back leave room, in their window only and never below none', async () => {
    const subject = newSubject();
    await refund(table(), subject, now);
    await admitted(subject, attemptLimits.network);
    await refund(table(), subject, later(60));
    expect(await consume(table(), subject, now)).toBe(60);
    await refund(table(), subject, now);
    await refund(table(), subject, now);
    expect(await consume(table(), subject, now)).toBe(0);
  });
});
