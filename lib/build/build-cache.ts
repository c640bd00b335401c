import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';

/** Notes from what a product was made last, and which one came of it. */
export interface BuildCache {
  /** Whether the product that stands is the one that was made from these inputs. */
  isCurrent(inputs: string): Promise<boolean>;
  /** To be called once the product is whole. */
  save(inputs: string): Promise<void>;
  /** To be called before anything is made anew: until `set`, what stands is no product. */
  invalidate(): Promise<void>;
}

/** The stamp in one file of the product in another. */
export function createBuildCache(file: string, product: string): BuildCache {
  const textFor = async (inputs: string) => `${inputs} ${hash(await readFile(product))}`;
  return {
    isCurrent: async (inputs) => {
      const texts = [textFor(inputs), readFile(file, 'utf8')].map((text) =>
        text.catch(() => undefined),
      );
      const [expected, noted] = await Promise.all(texts);
      return expected !== undefined && expected === noted;
    },
    save: async (inputs) => writeFile(file, await textFor(inputs)),
    invalidate: () => rm(file, { force: true }),
  };
}

const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');
