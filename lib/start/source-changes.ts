import { type Dirent, existsSync, type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Everything that the service is made of, here and in the cloud. */
const folders = ['functions', 'shared', 'lib'];
/** An editor writes a file in several steps, and a person saves several files at once. */
const pauseInMillis = 150;

/** When each source below the root was last written, by its path. */
type Times = ReadonlyMap<string, number>;

/** The sources as they are at one moment, watched from then on. */
interface View {
  times: Times;
  /** Settles once anything in their folders has changed, or the view is ended. */
  isOutdated: Promise<void>;
  end(): void;
}

/** Gives the path of one file that changed, below `root`, for each burst of changes from now until the signal aborts. */
export function sourceChanges(root: string, signal: AbortSignal): AsyncGenerator<string> {
  let view = viewSources(root);
  signal.addEventListener('abort', () => view.end());

  async function* bursts(): AsyncGenerator<string> {
    while (!signal.aborted) {
      await view.isOutdated;
      await setTimeout(pauseInMillis, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      const before = view;
      before.end();
      view = viewSources(root);
      const file = changedBetween(before.times, view.times);
      if (file !== undefined) yield file;
    }
  }
  return bursts();
}

/**
 * Watches each folder by itself: Node's own way to watch a whole tree loses sight of a file on Linux once another has
 * been renamed over it, as many editors save. A folder is read after it is watched, so that no change falls between.
 */
function viewSources(root: string): View {
  const { promise: isOutdated, resolve: outdate } = Promise.withResolvers<void>();
  const watchers: FSWatcher[] = [];
  const times = new Map<string, number>();

  function view(folder: string): void {
    for (const entry of watchedEntries(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) view(path);
      else if (isSource(path)) times.set(path, lastWritten(join(root, path)));
    }
  }

  function watchedEntries(folder: string): Dirent[] {
    const path = join(root, folder);
    try {
      watchers.push(watch(path, () => outdate()));
      return readdirSync(path, { withFileTypes: true });
    } catch (error) {
      // One that has just gone is no failure: whoever watches the folder above it is told.
      if (existsSync(path)) throw error;
      return [];
    }
  }

  for (const folder of folders) view(folder);
  const end = () => {
    for (const watcher of watchers) watcher.close();
    outdate();
  };
  return { times, isOutdated, end };
}

const isSource = (path: string) => path.endsWith('.ts') && !path.endsWith('.test.ts');
const lastWritten = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** A file that was written, made or removed. */
function changedBetween(before: Times, after: Times): string | undefined {
  const paths = [...after.keys(), ...before.keys()];
  return paths.find((path) => before.get(path) !== after.get(path));
}
