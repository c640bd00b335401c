import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { ASSET_RESOURCE_METADATA_ENABLED_CONTEXT, PATH_METADATA_ENABLE_CONTEXT } from 'aws-cdk-lib/cx-api';
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { bundlesFolder } from '../build/bundle.ts';
import { discoverEndpoints } from '../catalogue.ts';
import { FitnessDataStack } from './fitness-data-stack.ts';

/**
 * Synthesizes the stack into `outdir`, in this process, and answers the path of its template. `cdk deploy` goes the same
 * way through `bin/app.ts`, so that what runs here is what is deployed; only the context, with the settings of
 * `settings.ts`, comes from the CDK's command line there. Throws an error where the bundles have not been built.
 */
export async function synthesize(outdir = 'cdk.out'): Promise<string> {
  if (!existsSync(bundlesFolder))
    throw new Error('There are no bundles to deploy. Run `npm run build` first.');
  const app = new App({
    outdir,
    context: {
      ...recommendedFlags,
      // Local tools find the code of a function, and the name of a construct, by what these two write.
      [ASSET_RESOURCE_METADATA_ENABLED_CONTEXT]: true,
      [PATH_METADATA_ENABLE_CONTEXT]: true,
    },
  });
  const catalogue = await discoverEndpoints();
  const stack = new FitnessDataStack(app, 'FitnessDataStack', { catalogue, bundles: bundlesFolder });
  const { directory } = app.synth();
  return join(directory, stack.templateFile);
}
