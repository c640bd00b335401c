import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Locked {
  integrity?: string;
  resolved?: string;
  version?: string;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'),
) as {
  packages: Record<string, Locked>;
};

/**
 * Where npm looks for a dependency of the package at `path`: beside it, and in every folder above.
 */
function listPlaces(path: string, name: string): string[] {
  const above = path.lastIndexOf('node_modules/');
  const beside = `${path === '' ? '' : `${path}/`}node_modules/${name}`;
  return path === ''
    ? [beside]
    : [beside, ...listPlaces(path.slice(0, Math.max(0, above - 1)), name)];
}

// npm writes a lock file without the packages of other platforms where its registry does not have
// them; npm 11 then refuses to install from it.
it('locks the packages of every platform, so that npm ci works on all of them', () => {
  const missing = Object.entries(packages).flatMap(
    ([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !listPlaces(path, name).some((place) => place in packages),
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
