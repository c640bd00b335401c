import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import {
  ASSET_RESOURCE_METADATA_ENABLED_CONTEXT,
  PATH_METADATA_ENABLE_CONTEXT,
} from 'aws-cdk-lib/cx-api';
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { listFunctionIds } from '../definitions.ts';
import { discoverDefinitions } from '../endpoints.ts';
import { bundlesFolder } from '../paths.ts';
import { FitnessDataStack } from './fitness-data-stack.ts';
import { removeStaleAssets, touchCurrentAssets } from './stale-assets.ts';

/**
 * An app as every stack of ours is synthesized in: the recommended feature flags, and metadata by which local tools find
 * a function's code and a construct's name. `context` has the settings of `settings.ts`; those that the CDK's command
 * line gives come before them.
 */
export function createApp(outdir?: string, context: Readonly<Record<string, string>> = {}): App {
  return new App({
    ...(outdir && { outdir }),
    context: {
      ...recommendedFlags,
      [ASSET_RESOURCE_METADATA_ENABLED_CONTEXT]: true,
      [PATH_METADATA_ENABLE_CONTEXT]: true,
      ...context,
    },
  });
}

/**
 * Synthesizes the stack into `outdir`, in this process, and answers the path of its template. `cdk deploy` goes the same
 * way through `bin/app.ts`, so that what runs here is what is deployed. Throws an error where a bundle is missing.
 */
export async function synthesize(outdir = 'cdk.out'): Promise<string> {
  const definitions = await discoverDefinitions();
  const ids = listFunctionIds(definitions);
  const unbuilt = ids.filter((id) => !existsSync(join(bundlesFolder, id)));
  if (unbuilt.length > 0)
    throw new Error(`There is no bundle of ${unbuilt.join(', ')}. Run \`npm run build\` first.`);
  const app = createApp(outdir);
  const stack = new FitnessDataStack(app, 'FitnessDataStack', {
    definitions,
    bundles: bundlesFolder,
  });
  const template = join(outdir, stack.templateFile);
  touchCurrentAssets(template);
  app.synth();
  removeStaleAssets(template);
  return template;
}
