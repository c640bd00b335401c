import { expect, it, onTestFinished, vi } from 'vitest';
import { runRepeatedly } from './run-repeatedly.ts';

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
