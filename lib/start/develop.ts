import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { reportFailure } from '../terminal/failure.ts';
import { readOptions } from './options.ts';
import { waitForShutdown } from './shutdown.ts';
import { watchSources } from './watch-sources.ts';

/**
 * Runs the service, and restarts it when a source changes, until it is stopped. The old one runs
 * until the new one is built, so a mistake in a source interrupts nothing.
 */
export function develop(words: readonly string[]): Promise<void> {
  return reportFailure(() => runAndRestart(words));
}

async function runAndRestart(words: readonly string[]): Promise<void> {
  // Fails before anything starts if the command line is wrong.
  readOptions(words);
  const controller = new AbortController();
  const { signal } = controller;
  void waitForShutdown().then(() => controller.abort());

  const changes = await watchSources(root, signal);
  let service = await startService(words, signal);
  for await (const file of changes) {
    console.log(`${file} changed.`);
    const isBuilt = await build(signal);
    if (signal.aborted) break;
    if (!isBuilt) {
      console.log('The build failed; waiting for the next change.');
      continue;
    }
    await stop(service);
    service = await startService([...words, '--brief'], signal);
  }
  await stop(service);
}

/** Waits until the service is ready or has failed: it may build, and two builds would collide. */
async function startService(
  words: readonly string[],
  signal: AbortSignal,
): Promise<ChildProcess> {
  const service = runScript('local.ts', words, signal);
  await Promise.race([once(service, 'message'), once(service, 'exit')]);
  return service;
}

async function build(signal: AbortSignal): Promise<boolean> {
  const child = runScript('build.ts', [], signal);
  const [exitCode] = await once(child, 'exit');
  return exitCode === 0;
}

/** Starts a program of `bin/`, which ends with this one when the signal aborts. */
function runScript(
  script: string,
  words: readonly string[],
  signal: AbortSignal,
): ChildProcess {
  const path = join(root, 'bin', script);
  const child = spawn(process.execPath, [path, ...words], {
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
