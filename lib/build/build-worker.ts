import { rm } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stop } from 'esbuild';
import { root } from '../paths.ts';
import { endWithOutput, formatFailure } from '../terminal/failure.ts';

/** A step of a build: bundles some functions into a folder, or calls `updateBuild` with folders. */
export type BuildStep =
  | { kind: 'bundle'; folder: string; ids: readonly string[] }
  | { kind: 'update'; folders: Readonly<Record<string, string>> };

/**
 * Runs the build steps that the parent process sends, one after the other. Sends back true for a
 * step that succeeded, and false for a step that failed.
 */
export async function runBuildWorker(): Promise<void> {
  endWithOutput();
  const loadAgain = trackVersions();
  let previous = warmUp();

  process.on('message', (step: BuildStep) => {
    previous = previous.then(async () => {
      // Each build begins with a bundle step, which must see the sources as they are now.
      if (step.kind === 'bundle') loadAgain();
      process.send?.(await runAndReport(step));
    });
  });
}

/**
 * Synthesizes into a temporary folder, which loads and compiles the CDK. The next synthesis then
 * takes half the time. Ignores errors, because the steps report the same errors.
 */
async function warmUp(): Promise<void> {
  const folder = join(root, 'dist', 'warm-up');
  try {
    await import('./bundle.ts');
    const { synthesize } = await import('../cloud/synthesize.ts');
    await synthesize({ outdir: folder });
  } catch {}
  await rm(folder, { recursive: true, force: true });
}

/** Runs a step. If it fails, prints why and returns false. */
async function runAndReport(step: BuildStep): Promise<boolean> {
  try {
    await run(step);
    return true;
  } catch (error) {
    console.error(removeVersions(formatFailure(error)));
    return false;
  } finally {
    // Otherwise esbuild keeps the memory, up to 1.5 GB after it has bundled all functions.
    await stop();
  }
}

async function run(step: BuildStep): Promise<void> {
  if (step.kind === 'bundle') {
    const { bundleFunctions } = await import('./bundle.ts');
    await bundleFunctions({ outdir: step.folder, ids: step.ids, sourceMaps: false });
    return;
  }

  const { updateBuild } = await import('./build.ts');
  await updateBuild(step.folders);
}

/** Removes the versions of modules from an error message, so that it has the paths of files. */
export function removeVersions(message: string): string {
  return message.replaceAll(/\?version=\d+/g, '');
}

/**
 * Makes this process load the modules below a folder again after each call of the returned
 * function. Packages stay loaded. Modules that were loaded before stay in memory: 10 MB each time.
 */
export function trackVersions(folder = root): () => void {
  const { href } = pathToFileURL(folder);
  const source = new RegExp(`^${RegExp.escape(href)}/(?!node_modules/)`);
  let version = 0;

  registerHooks({
    resolve: (specifier, context, nextResolve) => {
      const resolved = nextResolve(specifier, context);
      if (!source.test(resolved.url)) return resolved;
      return { ...resolved, url: `${resolved.url}?version=${version}` };
    },
  });
  return () => {
    version += 1;
  };
}
