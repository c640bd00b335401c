import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';

/** Notes from what a product was made last, and which one came of it. */
export interface Stamp {
  /** Whether the product that stands is the one that was made from these inputs. */
  isOf(inputs: string): Promise<boolean>;
  /** To be called once the product is whole. */
  set(inputs: string): Promise<void>;
  /** To be called before anything is made anew: until `set`, what stands is no product. */
  remove(): Promise<void>;
}

/** The stamp in one file of the product in another. */
export function stampIn(file: string, product: string): Stamp {
  const textFor = async (inputs: string) => `${inputs} ${digestOf(await readFile(product))}`;
  return {
    isOf: async (inputs) => {
      const texts = [textFor(inputs), readFile(file, 'utf8')].map((text) =>
        text.catch(() => undefined),
      );
      const [expected, noted] = await Promise.all(texts);
      return expected !== undefined && expected === noted;
    },
    set: async (inputs) => writeFile(file, await textFor(inputs)),
    remove: () => rm(file, { force: true }),
  };
}

const digestOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
