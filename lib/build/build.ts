import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bundlesFolder, root, templateFile } from '../paths.ts';
import { createBuildCache } from './build-cache.ts';
import { computeSourceDigest } from './source-digest.ts';

/**
 * The cache file is beside the bundles, so it is deleted with them. Its product is the template,
 * because a deployment overwrites the template with the settings of an operator.
 */
const cache = createBuildCache(join(root, 'dist', 'build-cache'), templateFile);

/** Returns whether no source has changed since the last build. */
export async function isBuildCurrent(): Promise<boolean> {
  return cache.isCurrent(computeSourceDigest(root));
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
  const { bundleFunctionWorker } = await import('./bundle-function-worker.ts');
  await bundleFunctions();
  await bundleFunctionWorker();
  const { synthesize } = await import('../cloud/synthesize.ts');
  await synthesize();
  await cache.save(digest);
  return { template: templateFile, built: true };
}

/**
 * Replaces the bundles of some functions and synthesizes the template, for `npm run dev`. `folders`
 * has the folders of the new bundles by the functions' ids.
 *
 * Afterwards the build does not count as current, because its other bundles can be older.
 */
export async function updateBuild(
  folders: Readonly<Record<string, string>>,
): Promise<void> {
  await cache.invalidate();
  for (const [id, folder] of Object.entries(folders)) {
    const replaced = join(bundlesFolder, id);
    await rm(replaced, { recursive: true, force: true });
    await cp(folder, replaced, { recursive: true });
  }
  const { bundleFunctionWorker } = await import('./bundle-function-worker.ts');
  const { synthesize } = await import('../cloud/synthesize.ts');
  await bundleFunctionWorker();
  await synthesize();
}
