import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import {
  ASSET_RESOURCE_METADATA_ENABLED_CONTEXT,
  DISABLE_ASSET_STAGING_CONTEXT,
  PATH_METADATA_ENABLE_CONTEXT,
} from 'aws-cdk-lib/cx-api';
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with {
  type: 'json',
};
import { compact } from '#shared/runtime/compact.ts';
import { describeMissingIdentity } from '../deployment/service-identity.ts';
import { discoverDefinitions, listFunctionIds } from '../endpoints.ts';
import { bundlesFolder, functionsFolder } from '../paths.ts';
import { FitnessDataStack } from './fitness-data-stack.ts';
import { listSchemaViolations } from './schema-violations.ts';

const dayInMillis = 24 * 60 * 60 * 1000;

/** Finds the names of the asset folders that a template refers to. */
function findAssets(template: string): ReadonlySet<string> {
  const text = existsSync(template) ? readFileSync(template, 'utf8') : '';
  return new Set(text.match(/\basset\.[0-9a-f]{64}\b/g));
}

/**
 * Updates the modification time of a template's assets, which is the time of their last use. Call
 * it before overwriting the template, because a running service may still load them.
 */
export function touchCurrentAssets(template: string): void {
  const now = new Date();
  for (const asset of findAssets(template)) {
    const folder = join(template, '..', asset);
    if (existsSync(folder)) utimesSync(folder, now, now);
  }
}

/** Removes the assets that a template does not refer to, unless they were in use within a day. */
export function removeStaleAssets(template: string): void {
  const directory = join(template, '..');
  const current = findAssets(template);
  const assets = readdirSync(directory).filter((name) => name.startsWith('asset.'));
  const unused = assets.filter((name) => !current.has(name));
  for (const name of unused) {
    const folder = join(directory, name);
    const age = Date.now() - statSync(folder).mtimeMs;
    if (age > dayInMillis) rmSync(folder, { recursive: true });
  }
}

interface AppOptions {
  /** The folder of the templates. */
  outdir?: string | undefined;
  /** The folder of the bundles, with a folder for each function. Defaults to that of the build. */
  bundles?: string;
  /** Values for `settings.ts`. Context values of the CDK's command line override them. */
  context?: Readonly<Record<string, string>>;
  /**
   * Whether the template is validated by the schemas of CloudFormation, which takes longer than its
   * synthesis. Defaults to false.
   */
  validates?: boolean;
  /** Receives what the operator should be told about their settings. */
  warn?: (text: string) => void;
}

/**
 * Creates an app with the recommended feature flags and the metadata by which local tools find the
 * code and the construct of a function.
 */
export function createApp({ outdir, context = {}, validates = false }: AppOptions): App {
  const allContext = {
    ...recommendedFlags,
    [ASSET_RESOURCE_METADATA_ENABLED_CONTEXT]: true,
    [PATH_METADATA_ENABLE_CONTEXT]: true,
    ...context,
  };
  return new App(
    compact({
      outdir,
      context: allContext,
      // `listSchemaViolations` does it in less time.
      builtinCloudFormationValidation: false,
      // Nothing reads the tree of constructs of a template that only runs locally.
      treeMetadata: validates,
    }),
  );
}

/**
 * Synthesizes the stack into `outdir` in this process and returns the path of its template.
 * `cdk deploy` calls it too, so the local runner runs what is deployed. Throws an error if a bundle
 * is missing.
 */
export async function synthesize({
  outdir = 'cdk.out',
  bundles = bundlesFolder,
  warn,
  ...options
}: AppOptions = {}): Promise<string> {
  const definitions = await discoverDefinitions();
  requireBundles(bundles, listFunctionIds(definitions));
  const app = createApp({ outdir, ...options });
  const stack = new FitnessDataStack(app, 'FitnessDataStack', {
    definitions,
    bundles,
  });
  const missing = describeMissingIdentity(stack.service, (name) => name);
  if (missing !== undefined) warn?.(`${missing} See docs/operations.md.`);
  const template = join(outdir, stack.templateFile);
  touchCurrentAssets(template);
  app.synth();
  if (options.validates) await requireValid(template);
  removeStaleAssets(template);
  // Locally, Node would read the bundles as ES modules, because the project's package.json says so.
  writeFileSync(join(outdir, 'package.json'), '{ "type": "commonjs" }\n');
  return template;
}

/**
 * Synthesizes a template whose functions have their source folder as code, for tests that run
 * sources or nothing.
 */
export function synthesizeSources(outdir: string): Promise<string> {
  const context = { [DISABLE_ASSET_STAGING_CONTEXT]: 'true' };
  return synthesize({ outdir, bundles: functionsFolder, context });
}

async function requireValid(path: string): Promise<void> {
  const violations = await listSchemaViolations(JSON.parse(readFileSync(path, 'utf8')));
  if (violations.length === 0) return;
  throw new Error(`The template ${path} is not valid.\n${violations.join('\n')}`);
}

function requireBundles(bundles: string, ids: readonly string[]): void {
  const missing = ids.filter((id) => !existsSync(join(bundles, id)));
  if (missing.length === 0) return;
  throw new Error(
    `The bundles of ${missing.join(', ')} are missing. Run \`npm run build\` first.`,
  );
}
