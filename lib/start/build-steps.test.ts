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
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  const run = createBuildStepRunner(startWorker);

  vi.stubEnv('TIME_LIMIT_FACTOR', '0');
  expect(await run({ kind: 'bundle', folder: 'unused', ids: [] })).toBe(false);
  expect(error).toHaveBeenCalledExactlyOnceWith(
    'The build was ended because it took longer than 0 s.',
  );

  vi.unstubAllEnvs();
  expect(await run({ kind: 'update', folders: {} })).toBe(true);
});
