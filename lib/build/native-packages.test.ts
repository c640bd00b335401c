import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../paths.ts';
import { type LockFile, requireLocked } from './native-packages.ts';

const sharp = 'node_modules/sharp';
const installed: LockFile = { packages: { [sharp]: { integrity: 'sha512-a' } } };

describe('packages that are installed for Lambda', () => {
  it('are accepted if the lock file has their digests', () => {
    expect(() => requireLocked(installed, installed)).not.toThrow();
  });

  it.each([
    ['is not in the lock file', {}],
    ['has another digest', { [sharp]: { integrity: 'sha512-b' } }],
    ['has no digest', { [sharp]: {} }],
  ])('are refused if one %s', (_, packages) => {
    expect(() => requireLocked(installed, { packages })).toThrow(
      'package-lock.json does not have node_modules/sharp. Run npm install.',
    );
  });

  it('are in the lock file for their platform, with digests', async () => {
    const text = await readFile(join(root, 'package-lock.json'), 'utf8');
    const { packages }: LockFile = JSON.parse(text);
    for (const name of ['sharp-linux-arm64', 'sharp-libvips-linux-arm64'])
      expect(packages[`node_modules/@img/${name}`]).toMatchObject({
        integrity: expect.stringMatching(/^sha512-/),
        cpu: ['arm64'],
      });
  });
});
