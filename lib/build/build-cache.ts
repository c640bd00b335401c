import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';

/** Records the inputs and the product of the last build, so that an up-to-date build is skipped. */
export interface BuildCache {
  /** Returns whether the existing product was built from these inputs. */
  isCurrent(inputs: string): Promise<boolean>;
  /** Records a successful build from these inputs. */
  save(inputs: string): Promise<void>;
  /** Forgets the last build. Called before a build, because the build can fail half done. */
  invalidate(): Promise<void>;
}

/** Creates the cache of a product. `cacheFile` stores the inputs and the product's digest. */
export function createBuildCache(cacheFile: string, product: string): BuildCache {
  async function computeEntry(inputs: string): Promise<string> {
    const content = await readFile(product);
    return `${inputs} ${hash(content)}`;
  }

  return {
    isCurrent: async (inputs) => {
      const expected = await computeEntry(inputs).catch(() => undefined);
      const saved = await readFile(cacheFile, 'utf8').catch(() => undefined);
      return expected !== undefined && expected === saved;
    },
    save: async (inputs) => writeFile(cacheFile, await computeEntry(inputs)),
    invalidate: () => rm(cacheFile, { force: true }),
  };
}

function hash(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
