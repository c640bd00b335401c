import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BuildStep } from '../build/build-worker.ts';
import { waitWithTimeout } from '../local/host/timers.ts';
import { root } from '../paths.ts';
import { buildLimitedEnvironment } from './limit-arenas.ts';

/** Which output of a program is printed. */
type Output = 'all' | 'errors';

/** Starts a program of `bin/`. The program is stopped when the signal aborts. */
export function startChild(
  script: string,
  args: readonly string[],
  signal: AbortSignal,
  output: Output = 'all',
): ChildProcess {
  const path = join(root, 'bin', script);
  const stdout = output === 'all' ? 'inherit' : 'ignore';
  const child = spawn(process.execPath, [path, ...args], {
    env: buildLimitedEnvironment(),
    stdio: ['inherit', stdout, 'inherit', 'ipc'],
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

/** Starts the service, or a trial of it that has other ports and no data. */
export interface ServicePrograms {
  start(): ChildProcess;
  startTrial(): ChildProcess;
}

/**
 * Waits until the service is ready or has failed. Until then the service may build, and two builds
 * at the same time would write the same files.
 */
export async function waitUntilReady(service: ChildProcess): Promise<void> {
  await Promise.race([once(service, 'message'), once(service, 'exit')]);
}

async function canStart({ startTrial }: ServicePrograms): Promise<boolean> {
  const trial = startTrial();
  await waitUntilReady(trial);
  const isReady = isRunning(trial);
  await stopChild(trial);
  return isReady;
}

/**
 * Replaces the running service by a new one, and returns the service that runs afterwards. This is
 * the old one if a trial shows that the new one does not start, or if the signal has aborted.
 */
export async function restartSafely(
  service: ChildProcess,
  programs: ServicePrograms,
  signal: AbortSignal,
): Promise<ChildProcess> {
  if (isRunning(service) && !(await canStart(programs))) return service;
  if (signal.aborted) return service;

  await stopChild(service);
  const newService = programs.start();
  await waitUntilReady(newService);
  return newService;
}

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
