import { mkdtempDisposableSync, readdirSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Registers what happens at the end, e.g. `onTestFinished` or `afterAll`. */
type AtEnd = (callback: () => void) => void;

/**
 * Creates an empty folder and returns its path. The folder is deleted at the end of the test,
 * or of the file with `createTemporaryFolder(afterAll)`, which must be outside of hooks and tests.
 */
export function createTemporaryFolder(
  atEnd: AtEnd = onTestFinished,
  parent = tmpdir(),
): string {
  const folder = mkdtempDisposableSync(join(parent, 'test-'));
  atEnd(() => folder.remove());
  return folder.path;
}

/** Waits until a folder has no files, which another task removes. */
export function waitUntilEmpty(folder: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watcher = watch(folder);
  const check = () => {
    if (readdirSync(folder).length > 0) return;
    watcher.close();
    resolve();
  };
  watcher.on('change', check);
  check();
  return promise;
}
