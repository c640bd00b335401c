import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sourceChanges } from './source-changes.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * Runs the service, and runs it anew whenever a source changes. What runs goes on until the new state is built, so a
 * mistake in a source interrupts nothing. Ends, with the service, when the signal aborts.
 */
export async function develop(words: readonly string[], signal: AbortSignal): Promise<void> {
  const changes = sourceChanges(root, signal);
  let service = await startService(words);
  for await (const file of changes) {
    console.log(`${file} changed.`);
    if (await succeeds(run('build.ts', []))) {
      await end(service);
      service = await startService([...words, '--brief']);
    } else console.log('The next change is tried again.');
  }
  await end(service);
}

/** Waits until the service is ready or has failed: it builds what is not current, and two builds would collide. */
async function startService(words: readonly string[]): Promise<ChildProcess> {
  const service = run('local.ts', words);
  await Promise.race([once(service, 'message'), once(service, 'exit')]);
  return service;
}

const run = (script: string, words: readonly string[]) =>
  spawn(process.execPath, [join(root, 'bin', script), ...words], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });

async function succeeds(child: ChildProcess): Promise<boolean> {
  const [exitCode] = await once(child, 'exit');
  return exitCode === 0;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
