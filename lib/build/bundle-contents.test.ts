import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { requireService } from '#kit/built-code.ts';
import { bundleMetafile, bundlesFolder } from '../paths.ts';

/** The packages that a bundle may have, by the clients of the SDK that it has. */
const packagesByClient: Readonly<Record<string, readonly string[]>> = {
  dynamodb: [
    '@aws-sdk/dynamodb-codec',
    '@aws-sdk/lib-dynamodb',
    '@aws-sdk/util-dynamodb',
  ],
  kms: [],
  s3: [
    '@aws-sdk/checksums',
    '@aws-sdk/middleware-sdk-s3',
    '@aws-sdk/signature-v4-multi-region',
    '@aws-sdk/xml-builder',
    '@smithy/node-http-handler',
  ],
  sesv2: ['@aws-sdk/signature-v4-multi-region', '@smithy/node-http-handler'],
  sqs: ['@aws-sdk/middleware-sdk-sqs'],
};

const packagesOfAllClients = [
  '@aws-sdk/core',
  '@aws/lambda-invoke-store',
  '@smithy/core',
  '@smithy/signature-v4',
  '@smithy/types',
];

const packagesOfAll = ['@middy/core', 'zod'];

/** The functions that read forms with files. */
const uploads = /\/create$|^account\/imports$|^connections\/inbox\/receive$/;

/** The only functions that may have a package or a file, which others must not load. */
const functionsByInput: Readonly<Record<string, RegExp>> = {
  '@aws-sdk/lib-storage': /^account\/export\/write$/,
  '@aws-sdk/s3-request-presigner': /^account\/export\/|^diary\/file-import\//,
  '@fastify/busboy': uploads,
  '@middy/http-multipart-body-parser': uploads,
  '@middy/util': uploads,
  'big.js': /^account\/(data|data\/day|overview)$|^diary\/entry\/|^mcp\//,
  minisearch: /^main\/documentation$/,
  nodemailer: /^account\/mail$/,
  pend: /^diary\/file-import\/run(-export)?$/,
  saxes: /^diary\/file-import\/run$/,
  // The importer checks no requests.
  zod: /^(?!diary\/file-import\/run$)/,
  xmlchars: /^diary\/file-import\/run$/,
  yauzl: /^diary\/file-import\/run(-export)?$/,
  yazl: /^account\/(export\/write|imports)$|^diary\/file-import\/create$/,
  'shared/reference-data/activity-types.data.ts':
    /^main\/activity-type\/|^account\/data\/activity(\/|$)|^diary\/entry\/summary$/,
  'shared/reference-data/common-passwords.data.ts':
    /^account\/(password|settings)(\/|$)|^auth\/email-link\//,
  'functions/diary/file-import/formats/zone-map.data.ts': /^diary\/file-import\/run$/,
  'functions/connections/providers/providers.data.ts':
    /^connections\/(sync$|connect\/callback$)/,
};

interface Bundle {
  id: string;
  clients: string[];
  packages: string[];
  files: string[];
}

let bundles: Bundle[];

/** Returns the name of the package that a file of an output is from. */
function findPackage(path: string): string | undefined {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}

beforeAll(async () => {
  await requireService();
  const { outputs }: Metafile = JSON.parse(await readFile(bundleMetafile, 'utf8'));
  const programs = Object.entries(outputs).filter(([path]) => path.endsWith('.js'));
  bundles = programs.map(([path, { inputs }]) => {
    const included = Object.entries(inputs).filter(
      ([, input]) => input.bytesInOutput > 0,
    );
    const files = included.map(([file]) => file);
    const packages = [...new Set(files.flatMap((file) => findPackage(file) ?? []))];
    return {
      id: path.slice('dist/functions/'.length, -'/index.js'.length),
      clients: packages.flatMap((name) => /^@aws-sdk\/client-(.+)/.exec(name)?.[1] ?? []),
      packages,
      files,
    };
  });
});

describe('the bundle of a function', () => {
  it('has only the packages of its SDK clients, and those that it alone needs', () => {
    const unexpected = bundles.flatMap(({ id, clients, packages }) => {
      const allowed = new Set([
        ...packagesOfAll,
        ...(clients.length > 0 ? packagesOfAllClients : []),
        ...clients.flatMap((name) => [
          `@aws-sdk/client-${name}`,
          ...(packagesByClient[name] ?? []),
        ]),
      ]);
      const others = packages.filter((name) => !allowed.has(name));
      const foreign = others.filter((name) => !functionsByInput[name]?.test(id));
      return foreign.map((name) => `${id} has ${name}`);
    });
    expect(unexpected).toEqual([]);
  });

  it.each(Object.entries(functionsByInput))(
    'has %s only if it needs it',
    (input, needs) => {
      const having = bundles.filter(({ packages, files }) =>
        [...packages, ...files].includes(input),
      );
      const ids = having.map(({ id }) => id);
      expect(ids).not.toEqual([]);
      expect(ids.filter((id) => !needs.test(id))).toEqual([]);
    },
  );

  it('loads no module of Node at its start but timers, if it is of the activity types', async () => {
    const ids = ['main/activity-type/list', 'main/activity-type/read'];
    for (const id of ids) {
      const code = await readFile(join(bundlesFolder, id, 'index.js'), 'utf8');
      const loaded = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(
        ([, name]) => name,
      );
      expect([id, ...loaded]).toEqual([id, 'node:timers']);
    }
  });

  it('has nothing of stores if it has no client of the SDK', () => {
    const withoutClient = bundles.filter(({ clients }) => clients.length === 0);
    const files = withoutClient.flatMap(({ files }) => files);
    expect(withoutClient).not.toEqual([]);
    const ofStores = /^shared\/(table|objects|encryption|queue)\/(?!.*\.keys\.ts$)/;
    expect(files.filter((file) => ofStores.test(file))).toEqual([]);
  });
});
