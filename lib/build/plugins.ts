import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { describePaths } from '#shared/contract/served-path.ts';
import type { Definitions, FunctionEntry, ScreenEntry } from '../endpoints.ts';
import { root } from '../paths.ts';

const folder = join(import.meta.dirname, 'sdk');

/** A module of the AWS SDK, and the file of this project that the bundles have instead. */
interface Replacement {
  module: RegExp;
  file: string;
  /** The files whose imports get the replacement. Defaults to all. */
  importer?: RegExp;
}

/** These modules make cold starts longer although no function needs them (decision 0005). */
const replacements: readonly Replacement[] = [
  {
    module: /^@aws-sdk\/credential-provider-node$/,
    file: 'environment-credentials.ts',
  },
  {
    module: /\/(configLoader|getInstanceMetadataRegion)$/,
    file: 'environment-configuration.ts',
  },
  {
    module: /^@smithy\/core\/event-streams$|\/HeaderFormatter$/,
    file: 'no-event-streams.ts',
  },
  {
    module: /^@aws-sdk\/middleware-endpoint-discovery$/,
    file: 'no-endpoint-discovery.ts',
  },
  { module: /^@aws\/lambda-invoke-store$/, file: 'invoke-store.ts' },
  { module: /\/AdaptiveRetryStrategy$/, file: 'no-adaptive-retries.ts' },
  { module: /\/(?:Sha256|Sha1|Md5)Js$/, file: 'no-script-digests.ts' },
  {
    module: /^@smithy\/node-http-handler$/,
    importer: /@aws-sdk\/client-(?:dynamodb|kms|sqs)\//,
    file: 'no-streamed-responses.ts',
  },
];

/**
 * The errors whose members the functions read, and those that all others of a client are: an error
 * without a class has its name and message.
 */
const errorClass =
  /^(?:ConditionalCheckFailedException|TransactionCanceledException|\w+ServiceException)$/;

/** A module of the AWS SDK of which the bundles have a part. */
interface Reduction {
  module: RegExp;
  /** Returns the part. */
  reduce(contents: string): string;
}

/**
 * Replaces the computed keys of objects, e.g. `[_h]`, by the constants that they name. A computed
 * key may have side effects, so with them the bundles have the schemas of all operations, 40 KB
 * more.
 */
function inlineKeys(contents: string): string {
  const constants = contents.matchAll(/^const (_\w+) = (".*");$/gm);
  const values = new Map([...constants].map(([, name, value]) => [name, value]));
  return contents.replace(/\[(_\w+)\]:/g, (key, name) => {
    const value = values.get(name);
    return value === undefined ? key : `${value}:`;
  });
}

/** Removes the classes of all other errors. */
function removeErrors(contents: string): string {
  return contents.replace(/^\w+\.registerError\((\w+)\$, \w+\);$/gm, (line, name) =>
    errorClass.test(name) ? line : '',
  );
}

/**
 * Matches a region that has nothing but a description, which no endpoint depends on. The pattern
 * of its partition finds it, but not the regions that stand for all, such as `aws-global`.
 */
const describedRegion = /"(?![\w-]*global")[\w-]+": \{\s*"description": "[^"]*"\s*\},?/g;

const keepVersion = (contents: string) =>
  JSON.stringify({ version: JSON.parse(contents).version });

/** A signer for one region, without those for several at once, which need another package. */
const regionSigner = `
  import { SignatureV4SignWithCredentials } from './SignatureV4SignWithCredentials';
  export class SignatureV4MultiRegion extends SignatureV4SignWithCredentials {
    static sigv4aDependency() {
      return 'none';
    }
  }`;

/** The endpoints of buckets, with the partitions of regions that all clients have. */
const bucketEndpoints = `
  import { partition } from '@aws-sdk/core/client';
  import { createEndpointResolver } from ${JSON.stringify(join(folder, 'bucket-endpoints.ts'))};
  export const defaultEndpointResolver = createEndpointResolver(partition);`;

/** The endpoints of tables, likewise. */
const tableEndpoints = `
  import { partition } from '@aws-sdk/core/client';
  import { createTableEndpointResolver } from ${JSON.stringify(join(folder, 'table-endpoints.ts'))};
  export const defaultEndpointResolver = createTableEndpointResolver(partition);`;

const reductions: readonly Reduction[] = [
  {
    module: /@aws-sdk\/client-dynamodb\/.*\/endpointResolver\.js$/,
    reduce: () => tableEndpoints,
  },
  {
    module: /@aws-sdk\/client-s3\/.*\/endpointResolver\.js$/,
    reduce: () => bucketEndpoints,
  },
  // Directory buckets have credentials of their own, and no function uses such buckets.
  {
    module: /\/S3ExpressIdentityProviderImpl\.js$/,
    reduce: () => 'export class S3ExpressIdentityProviderImpl {}',
  },
  { module: /\/SignatureV4MultiRegion\.js$/, reduce: () => regionSigner },
  // Before Node 20, there was no CRC-32 in `node:zlib`.
  { module: /\/yauzl\/crc32\.js$/, reduce: () => '' },
  // esbuild keeps the whole of a namespace that is a member of another one.
  {
    module: /\/zod\/v4\/mini\/schemas\.js$/,
    reduce: (contents) => contents.replaceAll('core.util.', 'util.'),
  },
  // Those of the SDK and of this project.
  { module: /\/package\.json$/, reduce: keepVersion },
  {
    module: /\/util-endpoints\/lib\/aws\/partitions\.js$/,
    reduce: (contents) => contents.replace(describedRegion, ''),
  },
  {
    module: /@aws-sdk\/client-(?:dynamodb|kms)\/.*\/schemas_0\.js$/,
    reduce: removeErrors,
  },
  {
    module: /@aws-sdk\/client-(?:s3|sesv2)\/.*\/schemas_0\.js$/,
    reduce: (contents) => removeErrors(inlineKeys(contents)),
  },
];

/** Replaces and reduces modules of the AWS SDK in the bundles. */
export const replaceSdkModules: Plugin = {
  name: 'sdk-replacements',
  setup: ({ onResolve, onLoad }) => {
    for (const { module, file, importer = /^/ } of replacements) {
      const replacement = { path: join(folder, file), sideEffects: false };
      onResolve({ filter: module }, (args) =>
        importer.test(args.importer) ? replacement : undefined,
      );
    }
    for (const { module, reduce } of reductions)
      onLoad({ filter: module }, async ({ path }) => {
        const contents = await readFile(path, 'utf8');
        return { contents: reduce(contents), loader: 'default' };
      });
  },
};

const namespace = 'generated';

/** Returns the entry point of a function whose module the build generates. */
export function toGeneratedEntryPoint(id: string): string {
  return `${namespace}:${id}`;
}

/** Returns whether the build generates the module of a function, because it needs definitions. */
export function isGenerated({ definition: { trigger } }: FunctionEntry): boolean {
  return trigger === 'stream' || trigger === 'fallback';
}

/**
 * Generates the module of the function that reads the table's stream: its handler with the rules of
 * all consumers. Only the build may put functions together that do not import each other.
 */
function generateStreamReader(id: string, { consumers }: Definitions): string {
  const imports = consumers.map(
    (consumer, index) =>
      `import consumer${index} from './functions/${consumer.id}/consumer.ts';`,
  );
  const rules = consumers.map(
    (consumer, index) => `  '${consumer.id}': consumer${index}.rule,`,
  );
  return [
    `import { createHandler } from './functions/${id}/handler.ts';`,
    ...imports,
    'export const handler = createHandler({',
    ...rules,
    '});',
  ].join('\n');
}

/** Generates the module of the fallback: its handler with the paths that have endpoints. */
function generateFallback(id: string, { endpoints }: Definitions): string {
  const paths = describePaths(endpoints.map(({ endpoint }) => endpoint));
  return `import { createFallback } from './functions/${id}/handler.ts';
export const handler = createFallback(${JSON.stringify(paths)});`;
}

/** Generates the module of a screen: its value, served. */
function generateScreen({ file }: ScreenEntry): string {
  return `import screen from './functions/${file}';
import { serveScreen } from './functions/account/serve-screen.ts';
export const handler = serveScreen(screen);`;
}

function generateModule(id: string, definitions: Definitions): string {
  const screen = definitions.screens.find((candidate) => candidate.id === id);
  if (screen) return generateScreen(screen);

  const entry = definitions.functions.find((candidate) => candidate.id === id);
  return entry?.definition.trigger === 'stream'
    ? generateStreamReader(id, definitions)
    : generateFallback(id, definitions);
}

/** Resolves the entry points of functions that are made with a value of all definitions. */
export function generateHandlers(definitions: Definitions): Plugin {
  return {
    name: 'generated-handlers',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^generated:/ }, ({ path }) => ({
        path: path.slice(namespace.length + 1),
        namespace,
      }));
      onLoad({ filter: /^/, namespace }, ({ path }) => ({
        contents: generateModule(path, definitions),
        loader: 'ts',
        resolveDir: root,
      }));
    },
  };
}
