import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { reportFailure } from '../terminal/failure.ts';
import { readOptions } from './options.ts';
import { waitForShutdown } from './shutdown.ts';
import { watchSources } from './watch-sources.ts';

/**
 * Runs the service, and restarts it when a source changes, until it is stopped. The service keeps
 * running until the new build succeeds, so a failed build does not interrupt it.
 */
export function develop(args: readonly string[]): Promise<void> {
  return reportFailure(() => runAndRestart(args));
}

async function runAndRestart(args: readonly string[]): Promise<void> {
  // Fails before anything starts if the command line is wrong.
  readOptions(args);
  const controller = new AbortController();
  const { signal } = controller;
  void waitForShutdown().then(() => controller.abort());

  const changes = await watchSources(root, signal);
  let service = await startService(args, signal);
  for await (const file of changes) {
    console.log(`${file} changed.`);
    const isBuilt = await build(signal);
    if (signal.aborted) break;
    if (!isBuilt) {
      console.log('The build failed; waiting for the next change.');
      continue;
    }
    await stop(service);
    service = await startService([...args, '--brief'], signal);
  }
  await stop(service);
}

/**
 * Starts the service, and waits until it is ready or has failed. It may build, and two builds at
 * once would collide.
 */
async function startService(
  args: readonly string[],
  signal: AbortSignal,
): Promise<ChildProcess> {
  const service = runScript('local.ts', args, signal);
  await Promise.race([once(service, 'message'), once(service, 'exit')]);
  return service;
}

async function build(signal: AbortSignal): Promise<boolean> {
  const child = runScript('build.ts', [], signal);
  const [exitCode] = await once(child, 'exit');
  return exitCode === 0;
}

/** Starts a program of `bin/`, and stops it when the signal aborts. */
function runScript(
  script: string,
  args: readonly string[],
  signal: AbortSignal,
): ChildProcess {
  const path = join(root, 'bin', script);
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const end = () => child.kill('SIGTERM');
  signal.addEventListener('abort', end);
  child.once('exit', () => signal.removeEventListener('abort', end));
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
