import { readdirSync, watch } from 'node:fs';

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
