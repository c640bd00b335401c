import type { ChildProcess } from 'node:child_process';
import type { BuildStep } from '../build/build-worker.ts';
import { isRunning, receiveReply, startChild, stopChild } from './child-program.ts';

/** Runs a step of a build. Returns whether it succeeded. */
export type RunBuildStep = (step: BuildStep) => Promise<boolean>;

/** A worker keeps the modules of earlier steps in memory, so it is replaced after some steps. */
const maxSteps = 50;

/**
 * Starts a process that builds, and returns a function that has it run a step. When a source
 * changes, this process has already loaded the CDK and esbuild.
 */
export function startBuildWorker(signal: AbortSignal): RunBuildStep {
  const start = () => startChild('build-worker.ts', [], signal);
  let worker: ChildProcess = start();
  let steps = 0;

  return async (step) => {
    if (!isRunning(worker)) worker = start();
    worker.send(step);
    const succeeded = await receiveReply(worker);

    steps += 1;
    if (steps % maxSteps === 0) {
      await stopChild(worker);
      worker = start();
    }
    return succeeded === true;
  };
}
