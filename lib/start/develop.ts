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
  let service = run('local.ts', words);
  for await (const file of sourceChanges(root, signal)) {
    console.log(`${file} changed.`);
    if (await succeeds(run('build.ts', []))) {
      await end(service);
      service = run('local.ts', [...words, '--brief']);
    } else console.log('What ran before runs on; the next change is tried again.');
  }
  await end(service);
}

const run = (script: string, words: readonly string[]) =>
  spawn(process.execPath, [join(root, 'bin', script), ...words], { stdio: 'inherit' });

async function succeeds(child: ChildProcess): Promise<boolean> {
  const [exitCode] = await once(child, 'exit');
  return exitCode === 0;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
