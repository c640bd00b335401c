import { type ChildProcess, spawn } from 'node:child_process';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  createBuildStepRunner,
  isRunning,
  restartSafely,
  stopChild,
  waitUntilReady,
} from './child-program.ts';

/** Says that it is ready, and runs until it is stopped. */
const working = `process.send('ready'); setInterval(() => {}, 1000);`;
const broken = 'process.exit(1);';

function start(program: string): ChildProcess {
  const child = spawn(process.execPath, ['--eval', program], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  onTestFinished(() => stopChild(child));
  return child;
}

async function startWorking(): Promise<ChildProcess> {
  const service = start(working);
  await waitUntilReady(service);
  return service;
}

const neverAborted = new AbortController().signal;

it('keeps the running service if the new one would not start', async () => {
  const service = await startWorking();
  let starts = 0;
  const programs = {
    start: () => {
      starts += 1;
      return start(broken);
    },
    startTrial: () => start(broken),
  };
  expect(await restartSafely(service, programs, neverAborted)).toBe(service);
  expect([isRunning(service), starts]).toEqual([true, 0]);
});

it('stops the trial and the old service when the new one replaces it', async () => {
  const service = await startWorking();
  const trials: ChildProcess[] = [];
  const programs = {
    start: () => start(working),
    startTrial: () => {
      const trial = start(working);
      trials.push(trial);
      return trial;
    },
  };
  const newService = await restartSafely(service, programs, neverAborted);
  expect(newService).not.toBe(service);
  expect([newService, service, ...trials].map(isRunning)).toEqual([true, false, false]);
});

it('starts a service without a trial if the service has ended', async () => {
  const service = start(broken);
  await waitUntilReady(service);
  const programs = {
    start: () => start(working),
    startTrial: () => expect.unreachable('a trial started'),
  };
  expect(isRunning(await restartSafely(service, programs, neverAborted))).toBe(true);
});

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
