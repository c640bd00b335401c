import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Glob patterns of the files from which the bundles and the template are built. */
export const buildSources = [
  'functions/**/*',
  'shared/**/*',
  'lib/{build,cloud,deployment,docs}/**/*',
  'lib/*.ts',
  'lib/local/{functions,table-writes}/*',
  'lib/local/host/clock.ts',
  'lib/local/http/server-options.ts',
  'lib/local/template/event-pattern.ts',
  'lib/terminal/failure.ts',
  'data/icons/*',
  'docs/guides/*',
  'CHANGELOG.md',
  'cdk.json',
  'package.json',
  'package-lock.json',
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
