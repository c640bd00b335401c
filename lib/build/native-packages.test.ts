import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../paths.ts';
import { extractLock, type LockFile } from './native-packages.ts';

function createLockFile(packages: LockFile['packages']): LockFile {
  return { lockfileVersion: 3, packages };
}

describe('the extracted lock file of a package', () => {
  it('has the package and its transitive dependencies', () => {
    const { packages: extracted } = extractLock(
      'a',
      createLockFile({
        '': { dependencies: { a: '1', d: '1' } },
        'node_modules/a': {
          version: '1.0.0',
          dependencies: { b: '1' },
          optionalDependencies: { c: '1' },
        },
        'node_modules/b': { version: '1.0.0' },
        'node_modules/c': { version: '1.0.0', dependencies: { b: '1' } },
        'node_modules/d': { version: '1.0.0' },
      }),
    );
    expect(extracted['']).toEqual({ dependencies: { a: '1.0.0' } });
    expect(Object.keys(extracted).sort()).toEqual([
      '',
      'node_modules/a',
      'node_modules/b',
      'node_modules/c',
    ]);
  });

  it('has the nearest version of a dependency, as Node resolves it', () => {
    const { packages: extracted } = extractLock(
      'a',
      createLockFile({
        'node_modules/a': { version: '1.0.0', dependencies: { b: '2', c: '1' } },
        'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { c: '1' } },
        'node_modules/b': { version: '1.0.0' },
        'node_modules/c': { version: '1.0.0' },
      }),
    );
    expect(Object.keys(extracted).sort()).toEqual([
      '',
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
    ]);
  });

  it('cannot be extracted if the lock file does not have the package', () => {
    expect(() => extractLock('a', createLockFile({}))).toThrow(
      'package-lock.json does not have a. Run npm install.',
    );
  });

  it('has sharp for the platform of Lambda, with integrity hashes', async () => {
    const lock = JSON.parse(
      await readFile(join(root, 'package-lock.json'), 'utf8'),
    ) as LockFile;
    const { packages: extracted } = extractLock('sharp', lock);
    const folders = [
      'node_modules/@img/sharp-linux-arm64',
      'node_modules/@img/sharp-libvips-linux-arm64',
    ];
    for (const folder of folders) {
      expect(extracted[folder]).toMatchObject({
        integrity: expect.stringMatching(/^sha512-/),
        cpu: ['arm64'],
      });
    }
  });
});
