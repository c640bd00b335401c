import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runRepeatedly, waitWithTimeout } from './timers.ts';

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

it('starts no run while another one is in progress, and waits for it at the end', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const disposables = new AsyncDisposableStack();
  const firstRun = Promise.withResolvers<void>();
  const run = vi.fn(() => firstRun.promise);
  runRepeatedly({ run, intervalMs: 1000, onFailure: vi.fn() }, disposables);

  await vi.advanceTimersByTimeAsync(5000);
  expect(run).toHaveBeenCalledTimes(1);

  firstRun.resolve();
  await vi.advanceTimersByTimeAsync(1000);
  expect(run).toHaveBeenCalledTimes(2);

  await disposables.disposeAsync();
  await vi.advanceTimersByTimeAsync(5000);
  expect(run).toHaveBeenCalledTimes(2);
});
