import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The sources of the bundles and of the template. */
const patterns = [
  'functions/**/*',
  'shared/**/*',
  'lib/{build,cloud,docs}/**/*',
  'lib/*.ts',
  'data/icons/*',
  'docs/guides/*',
  'CHANGELOG.md',
  'cdk.json',
  'package.json',
  'package-lock.json',
];

async function findSources(root: string): Promise<string[]> {
  const entries = await Array.fromAsync(
    glob(patterns, { cwd: root, withFileTypes: true }),
  );
  const sources = entries.filter(
    (entry) => entry.isFile() && !entry.name.endsWith('.test.ts'),
  );
  return sources.map(({ parentPath, name }) => join(parentPath, name)).sort();
}

/** Computes a digest of the paths and contents of all sources of the build below `root`. */
export async function computeSourceDigest(root: string): Promise<string> {
  const paths = await findSources(root);
  const contents = await Promise.all(paths.map((path) => readFile(path)));
  const hash = createHash('sha256');
  for (const [i, content] of contents.entries()) {
    const relativePath = paths[i]?.slice(root.length);
    hash.update(`${relativePath}\0${content.length}\0`);
    hash.update(content);
  }
  return hash.digest('hex');
}
