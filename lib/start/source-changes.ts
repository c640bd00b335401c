import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Everything that the service is made of, here and in the cloud. */
const folders = ['functions', 'shared', 'lib'];
/** An editor writes a file in several steps, and a person saves several files at once. */
const pauseInMillis = 150;

/** Gives the path of one file that changed, below `root`, for each burst of changes from now until the signal aborts. */
export function sourceChanges(root: string, signal: AbortSignal): AsyncGenerator<string> {
  let changed: string | undefined;
  let next = Promise.withResolvers<void>();
  const notice = (file: string) => {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) return;
    changed = file;
    next.resolve();
  };
  signal.addEventListener('abort', () => next.resolve());
  for (const folder of folders)
    watch(join(root, folder), { recursive: true, signal }, (_, file) => notice(join(folder, file ?? '')));

  async function* bursts(): AsyncGenerator<string> {
    while (!signal.aborted) {
      await next.promise;
      if (changed === undefined) continue;
      await setTimeout(pauseInMillis);
      const file = changed;
      changed = undefined;
      next = Promise.withResolvers();
      yield file;
    }
  }
  return bursts();
}
