import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Creates the cache of a product, so that an up-to-date build is skipped. `cacheFile` stores the
 * inputs of the last build and the digest of the product.
 */
export function createBuildCache(cacheFile: string, product: string) {
  async function computeEntry(inputs: string): Promise<string> {
    const content = await readFile(product);
    return `${inputs} ${hash(content)}`;
  }

  return {
    /** Returns whether the existing product was built from these inputs. */
    isCurrent: async (inputs: string) => {
      const expected = await computeEntry(inputs).catch(() => undefined);
      const saved = await readFile(cacheFile, 'utf8').catch(() => undefined);
      return expected !== undefined && expected === saved;
    },
    /** Records a successful build from these inputs. */
    save: async (inputs: string) => writeFile(cacheFile, await computeEntry(inputs)),
    /** Forgets the last build. Called before a build, because the build can fail half done. */
    invalidate: () => rm(cacheFile, { force: true }),
  };
}

function hash(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Glob patterns of the files from which the bundles and the template are built. */
export const buildSources = [
  'client/*.{json,md,ts}',
  'client/{openapi/*,LICENSE}',
  'functions/**/*',
  'shared/**/*',
  'lib/{build,cloud,deployment,docs,styles}/**/*',
  'lib/*.ts',
  'lib/local/functions/*',
  'lib/local/host/{clock,files}.ts',
  'lib/local/template/patterns.ts',
  'lib/terminal/{failure,program}.ts',
  'lib/time-zones/rules-file.ts',
  'data/{icons,time-zones}/*',
  'docs/guides/*',
  'CHANGELOG.md',
  'cdk.json',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

function findSources(root: string): string[] {
  const entries = globSync(buildSources, { cwd: root, withFileTypes: true });
  const sources = entries.filter(
    (entry) => entry.isFile() && !entry.name.endsWith('.test.ts'),
  );
  return sources.map(({ parentPath, name }) => join(parentPath, name)).sort();
}

/**
 * Computes a digest of the paths and contents of the build's sources below `root`. Every start
 * waits for it. Reading a thousand small files asynchronously would take twice the CPU time.
 */
export function computeSourceDigest(root: string): string {
  const hash = createHash('sha256');
  for (const path of findSources(root)) {
    const content = readFileSync(path);
    hash.update(`${path.slice(root.length)}\0${content.length}\0`);
    hash.update(content);
  }
  return hash.digest('hex');
}
