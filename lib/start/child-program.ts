import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { buildServiceEnvironment } from './service-environment.ts';

/** Starts a program of `bin/`. The program is stopped when the signal aborts. */
export function startChild(
  script: string,
  args: readonly string[],
  signal: AbortSignal,
): ChildProcess {
  const path = join(root, 'bin', script);
  const child = spawn(process.execPath, [path, ...args], {
    env: buildServiceEnvironment(),
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
