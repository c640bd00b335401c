import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { type FSWatcher, watch } from 'chokidar';

/** Everything that the service is built from. */
const folders = ['functions', 'shared', 'lib'];
/** Editors write a file in several steps, and save several files at once. */
const debounceMs = 150;

/**
 * Watches the sources below `root` until the signal aborts. Resolves when the watcher is ready. The
 * generator yields the paths of changed files, once for each burst of changes.
 */
export async function watchSources(
  root: string,
  signal: AbortSignal,
): Promise<AsyncGenerator<readonly string[]>> {
  const watcher = watch(folders, {
    cwd: root,
    ignoreInitial: true,
    ignored: (path, stats) => stats?.isFile() === true && !isSource(path),
  });
  const changed = new Set<string>();
  const addPath = (path: string) => changed.add(path);
  watcher.on('add', addPath);
  watcher.on('change', addPath);
  watcher.on('unlink', addPath);

  signal.addEventListener('abort', () => watcher.close());
  await once(watcher, 'ready');
  return readBursts(watcher, changed, signal);
}

async function* readBursts(
  watcher: FSWatcher,
  changed: Set<string>,
  signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
  while (!signal.aborted) {
    if (changed.size === 0) await once(watcher, 'all', { signal }).catch(ignoreAbort);
    await setTimeout(debounceMs, undefined, { signal }).catch(ignoreAbort);
    const files = [...changed];
    changed.clear();
    if (files.length > 0 && !signal.aborted) yield files;
  }
}

function ignoreAbort(): void {}

function isSource(path: string): boolean {
  return path.endsWith('.ts') && !path.endsWith('.test.ts');
}
