import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bundlesFolder, compiledFolder, root, templateFile } from '../paths.ts';
import { reportFailure } from '../terminal/failure.ts';
import { createProgram } from '../terminal/program.ts';
import { computeSourceDigest, createBuildCache } from './build-cache.ts';

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
  // Node's cache never forgets the code of an earlier build. A process that ends may still write
  // it.
  await rm(compiledFolder, { recursive: true, force: true, maxRetries: 5 });
  // Only a build needs esbuild, and the CDK, which takes a second to load.
  const { bundleFunctions, bundleFunctionWorker } = await import('./bundle.ts');
  await bundleFunctions();
  await bundleFunctionWorker();
  const { synthesize } = await import('../cloud/synthesize.ts');
  await synthesize();
  await cache.save(digest);
  return { template: templateFile, built: true };
}

/**
 * A step of a build for `npm run dev`: bundles some functions into a folder, or replaces the
 * bundles of some functions by those in `folders` and synthesizes the template. For tests, it
 * synthesizes a template without bundles into a folder.
 */
export type BuildStep =
  | { kind: 'bundle'; folder: string; ids: readonly string[] }
  | { kind: 'update'; folders: Readonly<Record<string, string>> }
  | { kind: 'template'; folder: string };

/** Runs a step, which is given as JSON. Its process has loaded the sources as they are now. */
export function runBuildStep(json = ''): Promise<void> {
  return reportFailure(async () => {
    const step: BuildStep = JSON.parse(json);
    if (step.kind === 'update') return updateBuild(step.folders);
    if (step.kind === 'template') {
      const { synthesizeSources } = await import('../cloud/synthesize.ts');
      return synthesizeSources(step.folder);
    }

    const { bundleFunctions } = await import('./bundle.ts');
    await bundleFunctions({ outdir: step.folder, ids: step.ids });
  });
}

/** Afterwards the build does not count as current, because its other bundles can be older. */
async function updateBuild(folders: Readonly<Record<string, string>>): Promise<void> {
  await cache.invalidate();
  for (const [id, folder] of Object.entries(folders)) {
    const replaced = join(bundlesFolder, id);
    await rm(replaced, { recursive: true, force: true });
    await cp(folder, replaced, { recursive: true });
  }
  const { bundleFunctionWorker } = await import('./bundle.ts');
  const { synthesize } = await import('../cloud/synthesize.ts');
  await bundleFunctionWorker();
  await synthesize();
}

/**
 * Builds the service in another process, unless the last build is current: a build takes a gigabyte
 * of memory, which this process would keep. Returns whether it was built now. Throws if the build
 * fails.
 */
export async function buildSeparately(): Promise<boolean> {
  if (await isBuildCurrent()) return false;

  await runSeparately('build.ts');
  return true;
}

/** Runs a step in another process. Throws if it fails. */
export function runStepSeparately(step: BuildStep): Promise<void> {
  return runSeparately('build-step.ts', JSON.stringify(step));
}

async function runSeparately(program: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'bin', program), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [exitCode] = await once(child, 'exit');
  if (exitCode !== 0) throw new Error('The build failed.');
}

/** Builds the service with the options of a command line. */
export function runBuild(args: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    const program = createProgram('npm run build --')
      .description('Bundles the functions and synthesizes the template.')
      .option('--force', 'build even if no source has changed')
      .parse(args, { from: 'user' });
    const { built } = await buildService(program.opts());
    const millisSinceProcessStart = performance.now();
    const seconds = (millisSinceProcessStart / 1000).toFixed(1);
    const message = built
      ? `Built the functions and the template in ${seconds} s.`
      : 'The build is up to date.';
    console.log(message);
  });
}
