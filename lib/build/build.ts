import { join } from 'node:path';
import { root, templateFile } from '../paths.ts';
import { createBuildCache } from './build-cache.ts';
import { computeSourceDigest } from './source-digest.ts';

/**
 * The cache file is beside the bundles, so it is deleted with them. Its product is the template,
 * because a deployment overwrites the template with the settings of an operator.
 */
const cache = createBuildCache(join(root, 'dist', 'build-cache'), templateFile);

/** Returns the path of the template, or undefined if a source has changed since the last build. */
export async function findCurrentBuild(): Promise<string | undefined> {
  const digest = computeSourceDigest(root);
  return (await cache.isCurrent(digest)) ? templateFile : undefined;
}

/**
 * Bundles the functions and synthesizes the template, unless the last build is current. Returns the
 * path of the template and whether it was built now.
 */
export async function buildService({
  force = false,
} = {}): Promise<{ template: string; built: boolean }> {
  const digest = computeSourceDigest(root);
  const isCurrent = !force && (await cache.isCurrent(digest));
  if (isCurrent) return { template: templateFile, built: false };

  await cache.invalidate();
  // Only a build needs esbuild, and the CDK, which takes a second to load.
  const { bundleFunctions } = await import('./bundle.ts');
  const { bundleWorker } = await import('./bundle-worker.ts');
  await bundleFunctions();
  await bundleWorker();
  const { synthesize } = await import('../cloud/synthesize.ts');
  await synthesize();
  await cache.save(digest);
  return { template: templateFile, built: true };
}
