import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BuildStep } from '../build/build-worker.ts';
import { root } from '../paths.ts';
import { buildLimitedEnvironment } from './limit-arenas.ts';

/** Starts a program of `bin/`. The program is stopped when the signal aborts. */
export function startChild(
  script: string,
  args: readonly string[],
  signal: AbortSignal,
): ChildProcess {
  const path = join(root, 'bin', script);
  const child = spawn(process.execPath, [path, ...args], {
    env: buildLimitedEnvironment(),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  child.once('exit', () => signal.removeEventListener('abort', stop));
  return child;
}

/** Runs a program to its end. Returns whether it succeeded. */
export async function runChild(
  script: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const child = startChild(script, args, signal);
  const [exitCode] = await once(child, 'exit');
  return exitCode === 0;
}

/** Receives the next message of a program. Resolves with undefined if the program ends before. */
export async function receiveReply(child: ChildProcess): Promise<unknown> {
  const controller = new AbortController();
  const { signal } = controller;
  const ended = once(child, 'exit', { signal }).then(() => []);
  const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
  controller.abort();
  return message;
}

/** Returns whether a program has not ended yet. */
export function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Stops a program, and waits until it has ended. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/**
 * Waits until the service is ready or has failed. Until then the service may build, and two builds
 * at the same time would write the same files.
 */
export async function waitUntilReady(service: ChildProcess): Promise<void> {
  await Promise.race([once(service, 'message'), once(service, 'exit')]);
}

/**
 * Replaces a service by a new one, unless the signal has aborted. Returns the last one once it is
 * ready or has failed.
 */
export async function restart(
  service: ChildProcess,
  start: () => ChildProcess,
  signal: AbortSignal,
): Promise<ChildProcess> {
  if (signal.aborted) return service;

  await stopChild(service);
  const newService = start();
  await waitUntilReady(newService);
  return newService;
}

/** Runs a step of a build. Returns whether it succeeded. */
export type RunBuildStep = (step: BuildStep) => Promise<boolean>;

/** A worker keeps the modules of earlier steps in memory, so it is replaced after this many. */
const maxSteps = 50;

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
    const succeeded = (await receiveReply(worker)) === true;

    steps += 1;
    if (steps % maxSteps === 0) {
      await stopChild(worker);
      worker = start();
    }
    return succeeded;
  };
}
