import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { requireService } from '#kit/built-code.ts';
import { discoverDefinitions, listApiFunctions } from '../endpoints.ts';
import { mergeNeeds } from '../function-needs.ts';
import { bundleMetafile, bundlesFolder, root } from '../paths.ts';

interface Bundle {
  bytes: number;
  /** The bytes of reference data and of generated documentation. */
  dataBytes: number;
  hasSdk: boolean;
  /** The names of the SDK clients, e.g. `dynamodb kms`. */
  clients: string;
  hasEncryption: boolean;
  hasSigningKeys: boolean;
  /** The files that replace modules of the SDK. */
  replacements: string[];
}

const { endpoints, consumers } = await discoverDefinitions();
const replacementFolder = 'lib/build/sdk/';
const bundles = new Map<string, Bundle>();

/** Maximum size of a bundle without its data, by its SDK clients. */
const maxKilobytes: Readonly<Record<string, number>> = {
  '': 110,
  kms: 200,
  sqs: 200,
  dynamodb: 320,
  'dynamodb sqs': 320,
  'dynamodb kms': 380,
  'dynamodb kms sesv2': 380,
  'dynamodb s3': 480,
  'dynamodb kms s3': 480,
};

beforeAll(async () => {
  await requireService();
  const { outputs }: Metafile = JSON.parse(await readFile(bundleMetafile, 'utf8'));
  for (const [path, { bytes, inputs }] of Object.entries(outputs)) {
    const paths = Object.keys(inputs);
    const data = Object.entries(inputs).filter(([input]) => isData(input));
    bundles.set(relative(bundlesFolder, resolve(root, path)), {
      bytes,
      dataBytes: data.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0),
      hasSdk: paths.some((input) => /node_modules\/@(aws-sdk|smithy)\//.test(input)),
      clients: listClients(paths),
      hasEncryption: paths.some((input) =>
        input.endsWith('shared/encryption/data-keys.ts'),
      ),
      hasSigningKeys: paths.some((input) => input.includes('shared/signing/')),
      replacements: paths.filter((input) => input.startsWith(replacementFolder)).sort(),
    });
  }
});

/** Returns whether an input is reference data, or a constant that the build computes. */
function isData(input: string): boolean {
  return /\.data\.(?:ts|json)$/.test(input) || input.startsWith('<define:');
}

function listClients(paths: readonly string[]): string {
  const found = paths.map((path) => /@aws-sdk\/client-([\w-]+)/.exec(path)?.[1]);
  const names = new Set(found.filter((name) => name !== undefined));
  return [...names].sort().join(' ');
}

function getBundle(id: string): Bundle {
  const bundle = bundles.get(`${id}/index.js`);
  if (!bundle) throw new Error(`There is no bundle of ${id}.`);
  return bundle;
}

describe('the bundle of a function', () => {
  const storeUse = listApiFunctions(endpoints).map(({ id, endpoints: served }) => ({
    id,
    usesStores: Object.keys(mergeNeeds(served).stores).length > 0,
  }));

  it.each(storeUse)(
    'has an SDK exactly if an endpoint uses stores: $id',
    ({ id, usesStores }) => {
      expect(getBundle(id).hasSdk).toBe(usesStores);
    },
  );

  it('has all replacements of modules of the SDK if it has an SDK', async () => {
    const names = await readdir(join(root, replacementFolder));
    const files = names.map((name) => `${replacementFolder}${name}`).sort();
    const withSdk = [...bundles].filter(([, { hasSdk }]) => hasSdk);
    expect(withSdk).not.toEqual([]);
    // Only the client of DynamoDB knows tables and their endpoints, and only that of S3 buckets.
    const clientsOf = {
      'endpoint-discovery': 'dynamodb',
      'table-endpoints': 'dynamodb',
      'bucket-endpoints': 's3',
    };
    for (const [path, { clients, replacements }] of withSdk) {
      const expected = files.filter((file) =>
        Object.entries(clientsOf).every(
          ([name, client]) => !file.includes(name) || clients.split(' ').includes(client),
        ),
      );
      expect({ path, replacements }).toEqual({ path, replacements: expected });
    }
  });

  it('computes the CRC-32 of archives by Node.js', async () => {
    const { inputs }: Metafile = JSON.parse(await readFile(bundleMetafile, 'utf8'));
    const paths = Object.keys(inputs);
    expect(paths).toContain('lib/build/native-crc32.ts');
    expect(paths.filter((path) => path.includes('buffer-crc32'))).toEqual([]);
  });

  it('is not larger than the limit for its SDK clients', () => {
    const programs = [...bundles].filter(([path]) => path.endsWith('.js'));
    const sizes = programs.map(([path, bundle]) => {
      const { bytes, dataBytes, clients } = bundle;
      const kilobytes = (bytes - dataBytes) / 1024;
      const max = maxKilobytes[clients] ?? 0;
      return { path, clients, kilobytes, max };
    });
    expect(sizes).not.toEqual([]);
    expect(sizes.filter(({ kilobytes, max }) => kilobytes > max)).toEqual([]);
  });

  it('has encryption exactly if the function declares it', () => {
    const withEncryption = [...bundles].filter(([, { hasEncryption }]) => hasEncryption);
    const declaringFunctions = [
      ...endpoints.map(({ functionId: id, endpoint: { stores } }) => ({ id, stores })),
      ...consumers.map(({ id, consumer: { stores } }) => ({ id, stores })),
    ].filter(({ stores }) => stores?.encryption !== undefined);
    expect(withEncryption.map(([path]) => path).sort()).toEqual(
      [...new Set(declaringFunctions.map(({ id }) => `${id}/index.js`))].sort(),
    );
  });

  it('has the keys that sign exactly if the endpoint declares them', () => {
    const withKeys = [...bundles].filter(([, { hasSigningKeys }]) => hasSigningKeys);
    const declaring = endpoints.filter(({ endpoint }) => endpoint.stores?.signingKeys);
    expect(withKeys.map(([path]) => path).sort()).toEqual(
      [...new Set(declaring.map(({ functionId }) => `${functionId}/index.js`))].sort(),
    );
  });

  it('has only values, keys and what a day shows if the function reads the stream', async () => {
    const { outputs }: Metafile = JSON.parse(await readFile(bundleMetafile, 'utf8'));
    const output = outputs['dist/functions/account/stream/index.js'];
    const included = Object.entries(output?.inputs ?? {}).filter(
      ([, { bytesInOutput }]) => bytesInOutput > 0,
    );
    const paths = included.map(([path]) => path);
    const ofFeatures = paths.filter(
      (path) =>
        /^functions\/(?!account\/(stream|event)\/)/.test(path) &&
        !path.endsWith('.keys.ts'),
    );
    const webhooks = 'functions/account/webhook/any-webhook.store.ts';
    const expected = [
      webhooks,
      'functions/auth/identity/processing.ts',
      ...consumers.map(({ id }) => `functions/${id}/consumer.ts`),
      ...[
        'dates',
        'day-item',
        'energy-source',
        'merged-fields',
        'origin',
        'visibility',
      ].map((name) => `functions/diary/entry/${name}.ts`),
    ];
    expect(ofFeatures.sort()).toEqual(expected.sort());
    const stores = paths.filter((path) => path.endsWith('.store.ts'));
    expect(stores).toEqual(['functions/account/event/event.store.ts', webhooks]);
  });

  it.each([
    { id: 'connections/webhook/receive', file: 'webhook.ts' },
    { id: 'connections/connect', file: 'access.ts' },
    { id: 'connections/revocation', file: 'access.ts' },
  ])(
    'has only the $file of providers, nothing of workouts: $id',
    async ({ id, file }) => {
      const { outputs }: Metafile = JSON.parse(await readFile(bundleMetafile, 'utf8'));
      const inputs = Object.keys(outputs[`dist/functions/${id}/index.js`]?.inputs ?? {});
      const providerFile = /^functions\/connections\/providers\/[^/]+\/(.+)$/;
      const files = inputs.flatMap((path) => providerFile.exec(path)?.[1] ?? []);
      expect([...new Set(files)]).toEqual([file]);
      const ofWorkouts = /activity-type|list-workouts|sport\.ts/;
      expect(inputs.filter((path) => ofWorkouts.test(path))).toEqual([]);
    },
  );
});
