import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../paths.ts';
import { extractLock, type LockFile } from './locked-packages.ts';

const packages = (entries: Record<string, object>): LockFile => ({
  lockfileVersion: 3,
  packages: entries,
});

describe('the part of a lock file that one package needs', () => {
  it('has the package, what it depends on, and what that depends on', () => {
    const { packages: needed } = extractLock(
      'a',
      packages({
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
    expect(needed['']).toEqual({ dependencies: { a: '1.0.0' } });
    expect(Object.keys(needed).sort()).toEqual([
      '',
      'node_modules/a',
      'node_modules/b',
      'node_modules/c',
    ]);
  });

  it('has the nearest of two versions', () => {
    const { packages: needed } = extractLock(
      'a',
      packages({
        'node_modules/a': { version: '1.0.0', dependencies: { b: '2', c: '1' } },
        'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { c: '1' } },
        'node_modules/b': { version: '1.0.0' },
        'node_modules/c': { version: '1.0.0' },
      }),
    );
    expect(Object.keys(needed).sort()).toEqual([
      '',
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
    ]);
  });

  it('says so where there is none', () => {
    expect(() => extractLock('a', packages({}))).toThrow(
      'package-lock.json does not have a. Run npm install.',
    );
  });

  it('has sharp for the machine that functions run on, with what npm checks it by', async () => {
    const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as LockFile;
    const { packages: needed } = extractLock('sharp', lock);
    const own = [
      'node_modules/@img/sharp-linux-arm64',
      'node_modules/@img/sharp-libvips-linux-arm64',
    ];
    for (const folder of own)
      expect(needed[folder]).toMatchObject({
        integrity: expect.stringMatching(/^sha512-/),
        cpu: ['arm64'],
      });
  });
});
