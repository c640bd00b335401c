import { afterEach, describe, expect, it, vi } from 'vitest';
import { waitWithTimeout } from './wait-with-timeout.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('waiting with a timeout', () => {
  it('clears its timer when the work succeeds or fails', async () => {
    vi.useFakeTimers();
    await waitWithTimeout(Promise.resolve(), 1000, () => undefined);
    const failing = waitWithTimeout(Promise.reject(new Error('failed')), 1000, vi.fn());
    await expect(failing).rejects.toThrow('failed');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('calls onTimeout after the limit if the work still runs', async () => {
    vi.useFakeTimers();
    const { promise, resolve } = Promise.withResolvers<void>();
    const onTimeout = vi.fn(resolve);
    const waiting = waitWithTimeout(promise, 1000, onTimeout);
    vi.advanceTimersByTime(1000);
    await waiting;
    expect(onTimeout).toHaveBeenCalledOnce();
  });
});
