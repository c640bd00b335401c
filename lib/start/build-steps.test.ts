import { spawn } from 'node:child_process';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createBuildStepRunner } from './build-steps.ts';
import { stopChild } from './child-program.ts';

/** Updates at once, and never finishes a bundle. */
const worker = `process.on('message', ({ kind }) => kind === 'update' && process.send(true));`;

function startWorker() {
  const child = spawn(process.execPath, ['--eval', worker], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  onTestFinished(() => stopChild(child));
  return child;
}

it('ends a step that takes longer than the limit, and runs the next in a new worker', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const run = createBuildStepRunner(startWorker);

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const bundled = run({ kind: 'bundle', folder: 'unused', ids: [] });
  vi.advanceTimersByTime(120_000);
  expect(await bundled).toBe(false);
  expect(error).toHaveBeenCalledExactlyOnceWith(
    'The build was ended because it took longer than 120 s.',
  );

  vi.useRealTimers();
  expect(await run({ kind: 'update', folders: {} })).toBe(true);
});
