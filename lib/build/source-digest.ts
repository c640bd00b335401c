import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Everything that a bundle or the template is made from. */
const inputs = [
  'functions/**/*',
  'shared/**/*',
  'lib/{build,cloud,docs}/**/*',
  'lib/*.ts',
  'data/icons/*',
  'cdk.json',
  'package-lock.json',
];

/** A digest of all inputs of the build below `root`, by path and content; tests do not count. */
export async function computeSourceDigest(root: string): Promise<string> {
  const files = await Array.fromAsync(glob(inputs, { cwd: root, withFileTypes: true }));
  const paths = files
    .filter((file) => file.isFile() && !file.name.endsWith('.test.ts'))
    .map((file) => join(file.parentPath, file.name))
    .sort();
  const contents = await Promise.all(paths.map((path) => readFile(path)));
  const hash = createHash('sha256');
  for (const [i, content] of contents.entries()) {
    hash.update(`${paths[i]?.slice(root.length)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
