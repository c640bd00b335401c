import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discoverEndpoints } from '../endpoints.ts';
import { bundleFunctions } from './bundle.ts';

interface Bundle {
  bytes: number;
  /** Bytes of the catalogues in it. */
  data: number;
  hasSdk: boolean;
  hasTable: boolean;
  /** Whether it could encrypt or decrypt what the stores hold. */
  hasEncryption: boolean;
}

const catalogue = await discoverEndpoints();
const bundles = new Map<string, Bundle>();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundles-'));
  const { outputs } = await bundleFunctions(folder);
  for (const [path, { bytes, inputs }] of Object.entries(outputs)) {
    const parts = Object.entries(inputs);
    const data = parts.filter(([input]) => input.endsWith('.data.ts'));
    bundles.set(relative(folder, path), {
      bytes,
      data: data.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0),
      hasSdk: parts.some(([input]) => /node_modules\/@(aws-sdk|smithy)\//.test(input)),
      hasTable: parts.some(([input]) => input.includes('client-dynamodb')),
      hasEncryption: parts.some(([input]) => /shared\/encryption\/|client-kms/.test(input)),
    });
  }
});

afterAll(() => rm(folder, { recursive: true }));

const bundleOf = (id: string) => bundles.get(`${id}/index.js`);

describe('the bundle of a function', () => {
  it.each(
    catalogue.map(
      ({ id, endpoint }) => [id, Object.keys(endpoint.stores ?? {}).length > 0] as const,
    ),
  )('%s has an SDK: %s, as its endpoint declares stores or none', (id, hasStores) => {
    expect(bundleOf(id)?.hasSdk).toBe(hasStores);
  });

  it.each(
    catalogue
      .map(({ id }) => id)
      .filter((id) => /^main\/(activity|remote-connection)-type\//.test(id)),
  )('%s has at most 110 KB beside its catalogue', (id) => {
    const { bytes = Number.NaN, data = 0 } = bundleOf(id) ?? {};
    expect(bytes - data).toBeLessThan(110 * 1024);
  });

  it('has no means to encrypt or decrypt, but for the one that tells providers, which reaches no table (R4)', () => {
    const able = [...bundles].filter(([, { hasEncryption }]) => hasEncryption);
    expect(able.map(([path]) => path)).toEqual([
      'main/remote-connection/revoke-at-provider/index.js',
    ]);
    for (const [, { hasTable, bytes }] of able) {
      expect(hasTable).toBe(false);
      expect(bytes).toBeLessThan(320 * 1024);
    }
  });
});
