import type { ChildProcess } from 'node:child_process';
import type { BuildStep } from '../build/build-worker.ts';
import { waitWithTimeout } from '../local/host/timers.ts';
import { isRunning, receiveReply, startChild, stopChild } from './child-program.ts';

/** Runs a step of a build. Returns whether it succeeded. */
export type RunBuildStep = (step: BuildStep) => Promise<boolean>;

/** A worker keeps the modules of earlier steps in memory, so it is replaced after this many. */
const maxSteps = 50;

/** A step takes a few seconds. If it takes much longer, a source file has an endless loop. */
const maxStepSeconds = 120;

/**
 * Receives the result of a step. Ends a worker that takes too long, because requests wait for it.
 */
async function receiveResult(worker: ChildProcess): Promise<boolean> {
  const reply = receiveReply(worker);
  await waitWithTimeout(reply, maxStepSeconds * 1000, () => {
    console.error(`The build was ended because it took longer than ${maxStepSeconds} s.`);
    worker.kill('SIGKILL');
  });
  return (await reply) === true;
}

/** Starts the process that builds. The process is stopped when the signal aborts. */
export function startBuildWorker(signal: AbortSignal): ChildProcess {
  return startChild('build-worker.ts', [], signal);
}

/**
 * Starts a worker, and returns a function that has it run a step. When a source changes, the worker
 * has already loaded the CDK and esbuild. A worker that ended is replaced at the next step.
 */
export function createBuildStepRunner(start: () => ChildProcess): RunBuildStep {
  let worker: ChildProcess = start();
  let steps = 0;

  return async (step) => {
    if (!isRunning(worker)) worker = start();
    worker.send(step);
    const succeeded = await receiveResult(worker);

    steps += 1;
    if (steps % maxSteps === 0) {
      await stopChild(worker);
      worker = start();
    }
    return succeeded;
  };
}
