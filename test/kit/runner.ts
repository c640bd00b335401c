import { flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { TestRunner } from 'vitest';

let setupCount = 0;

/**
 * Imports files by the same addresses in every run, so that Node finds their code in its compile
 * cache. Vitest adds the time to each address: Node would compile each file again, and keep it. A
 * setup file needs another address for each test file, because it runs before each.
 *
 * Saves what Node has compiled after each file, so in the first run of a clone, the processes do
 * not compile the same files. Node saves it only when a process ends.
 */
export default class CachedFilesRunner extends TestRunner {
  override async importFile(path: string, source: 'collect' | 'setup'): Promise<unknown> {
    const url = pathToFileURL(path);
    if (source === 'setup') {
      setupCount += 1;
      url.search = `run=${setupCount}`;
    }
    const imported = await import(url.href);
    flushCompileCache();
    return imported;
  }
}
