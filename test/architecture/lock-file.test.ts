import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface LockedPackage {
  integrity?: string;
  resolved?: string;
  version?: string;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'),
) as {
  packages: Record<string, LockedPackage>;
};

/**
 * Lists the paths at which npm looks for a dependency of the package at `path`: inside the package,
 * and in each folder above. The path of the root is empty.
 */
function listDependencyPaths(path: string, name: string): string[] {
  if (path === '') return [`node_modules/${name}`];
  const endOfParent = Math.max(0, path.lastIndexOf('node_modules/') - 1);
  const parent = path.slice(0, endOfParent);
  return [`${path}/node_modules/${name}`, ...listDependencyPaths(parent, name)];
}

// npm writes a lock file without the packages of other platforms if its registry lacks them. npm 11
// then refuses to install from that file.
it('locks the packages of every platform, so that npm ci works on all of them', () => {
  const missing = Object.entries(packages).flatMap(
    ([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !listDependencyPaths(path, name).some((place) => place in packages),
      ),
  );
  expect(missing).toEqual([]);
});

// Without the address, npm ci first downloads the metadata of all versions of a package.
it('locks the address of every package whose checksum it locks', () => {
  const missing = Object.entries(packages).filter(
    ([, { integrity, resolved }]) =>
      integrity && !resolved?.startsWith('https://registry.npmjs.org/'),
  );
  expect(missing).toEqual([]);
});

it('installs the same Node on every platform', () => {
  const platforms = Object.entries(packages).filter(([path]) =>
    /^node_modules\/node-(bin-)?(darwin|linux|win)-/.test(path),
  );
  expect(platforms).toHaveLength(5);
  expect(new Set(platforms.map(([, { version }]) => version)).size).toBe(1);
});
