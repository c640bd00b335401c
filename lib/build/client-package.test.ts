import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { root } from '../paths.ts';
import { bundleClient } from './client-package.ts';

const maxBytes = 12 * 1024;

interface Package {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const readPackage = async (folder: string): Promise<Package> =>
  JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));

describe('the npm package of the typed client', () => {
  it('is smaller than 12 KB when it is compressed', async () => {
    expect(gzipSync(await bundleClient()).length).toBeLessThan(maxBytes);
  });

  it('is one module that browsers load as it is', async () => {
    expect(await bundleClient()).not.toMatch(/\bimport\s*[('"{*]|\brequire\(/);
  });

  it('depends on openapi-fetch alone, in the version that it is tested with', async () => {
    const [client, project] = await Promise.all([readPackage('client'), readPackage('')]);
    expect(client.dependencies).toEqual({
      'openapi-fetch': project.devDependencies['openapi-fetch'],
    });
  });
});
