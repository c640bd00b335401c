import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { isRunning, stopChild } from './child-program.ts';

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
