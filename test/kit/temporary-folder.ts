import { mkdtempDisposableSync } from 'node:fs';
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
