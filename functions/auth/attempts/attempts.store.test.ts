import { describe, expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { openTable, type Table } from '#shared/table/table.ts';
import { allowedAttempts } from './attempt-windows.ts';
import { type AttemptKey, consume, refund } from './attempts.store.ts';

const now = new Date('2026-11-20T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const limit = 'account_at_network';
const maxAttempts = allowedAttempts[limit];
const newKey = (): AttemptKey => ({ limit, parts: [newId(now)] });

/** Consumes attempts in parallel and returns how many are allowed. */
async function countAllowed(
  key: AttemptKey,
  attempts: number,
  at = now,
): Promise<number> {
  const waits = await Promise.all(
    Array.from({ length: attempts }, () => consume(table(), key, at)),
  );
  return waits.filter((wait) => wait === 0).length;
}

describe('attempts', () => {
  it('are counted exactly if they run in parallel', async () => {
    const key = newKey();
    expect(await countAllowed(key, maxAttempts)).toBe(maxAttempts);
    // The first window lasts 60 seconds.
    expect(await consume(table(), key, now)).toBe(60);
  });

  it('are counted exactly if several start the next window in parallel', async () => {
    const key = newKey();
    await countAllowed(key, maxAttempts);
    expect(await countAllowed(key, maxAttempts + 20, later(60))).toBe(maxAttempts);
    // The next window lasts 120 seconds.
    expect(await consume(table(), key, later(61))).toBe(119);
  });

  it('take three writes if another one starts the next window meanwhile', async () => {
    const key = newKey();
    await countAllowed(key, maxAttempts);
    const meter = newMeter();
    const metered = openTable(meter);
    let calls = 0;
    const update: Table['update'] = async (...args) => {
      calls += 1;
      if (calls === 2) await consume(table(), key, later(60));
      return metered.update(...args);
    };
    expect(await consume({ ...metered, update }, key, later(60))).toBe(0);
    expect(meter.readings().store_calls).toBe(3);
  });

  it('are refused after three writes if the windows end meanwhile', async () => {
    const key = newKey();
    await countAllowed(key, maxAttempts);
    const meter = newMeter();
    const metered = openTable(meter);
    const update: Table['update'] = async (...args) => {
      // Another attempt, whose clock is behind, changes the window that has ended.
      await consume(table(), key, now);
      return metered.update(...args);
    };
    const consumed = consume({ ...metered, update }, key, later(60));
    await expect(consumed).rejects.toMatchObject({ code: 'unavailable' });
    expect(meter.readings().store_calls).toBe(3);
  });

  it('over the limit do not extend the window', async () => {
    const key = newKey();
    await countAllowed(key, 3 * maxAttempts);
    expect(await consume(table(), key, later(59))).toBe(1);
    expect(await consume(table(), key, later(60))).toBe(0);
  });

  it('wait no longer than their window if a clock that was ahead goes back', async () => {
    const key = newKey();
    await countAllowed(key, maxAttempts, later(3600));
    expect(await consume(table(), key, now)).toBe(60);
    expect(await consume(table(), key, later(59))).toBe(1);
    expect(await consume(table(), key, later(60))).toBe(0);
    // It was exhausted, so the next one has two minutes.
    expect(await countAllowed(key, maxAttempts, later(60))).toBe(maxAttempts - 1);
    expect(await consume(table(), key, later(61))).toBe(119);
  });

  it('are not refunded before the first is counted', async () => {
    const key = newKey();
    await refund(table(), key, now);
    expect(await countAllowed(key, maxAttempts + 1)).toBe(maxAttempts);
  });

  it('are refunded in their own window only, and never below zero', async () => {
    const key = newKey();
    await consume(table(), key, now);
    await refund(table(), key, now);
    await refund(table(), key, now);
    await countAllowed(key, maxAttempts);
    await refund(table(), key, later(60));
    expect(await consume(table(), key, now)).toBe(60);
    await refund(table(), key, now);
    await refund(table(), key, now);
    expect(await consume(table(), key, now)).toBe(0);
  });
});
