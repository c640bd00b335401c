import { join } from 'node:path';
import { root } from '../paths.ts';
import { createBuildCache } from './build-cache.ts';
import { bundleFunctions } from './bundle.ts';
import { computeSourceDigest } from './source-digest.ts';

const template = join(root, 'cdk.out', 'FitnessDataStack.template.json');
/** Beside the bundles, so that it goes with them; of the template, which a deployment writes with settings of its own. */
const stamp = createBuildCache(join(root, 'dist', 'stamp'), template);

/**
 * Bundles the functions and synthesizes the template, unless both stand already and nothing that they are made from
 * has changed since. Answers the path of the template.
 */
export async function buildService({
  force = false,
} = {}): Promise<{ template: string; built: boolean }> {
  const inputs = await computeSourceDigest(root);
  if (!force && (await stamp.isCurrent(inputs))) return { template, built: false };
  await stamp.invalidate();
  await bundleFunctions();
  // The CDK takes a second to load, and is needed only here.
  const { synthesize } = await import('../cloud/synthesize.ts');
  await synthesize();
  await stamp.save(inputs);
  return { template, built: true };
}
