import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseCLI } from 'vitest/node';
import { buildSeparately, isBuildCurrent, runStepSeparately } from '#lib/build/build.ts';
import { computeSourceDigest, createBuildCache } from '#lib/build/build-cache.ts';
import { toPascalCase } from '#lib/pascal-case.ts';
import { bundlesFolder, functionsFolder, root, templateFile } from '#lib/paths.ts';
import { formatFailure } from '#lib/terminal/failure.ts';
import { isSource } from './built-code.ts';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';

/** What is built for a run of some test files. */
const folder = join(root, 'dist', 'tested');

/**
 * Returns the path of a template of the current sources. A run of all files builds the service
 * first. In a run of some files, the code of a function is its source until a test needs the
 * bundle.
 */
export async function prepareTemplate(): Promise<string> {
  const { filter } = parseCLI(['vitest', ...process.argv.slice(2)]);
  if (filter.length === 0) await buildSeparately();
  return (await isBuildCurrent()) ? templateFile : synthesizeSources();
}

async function synthesizeSources(): Promise<string> {
  const template = join(folder, 'FitnessDataStack.template.json');
  const cache = createBuildCache(join(folder, 'build-cache'), template);
  const digest = computeSourceDigest(root);
  if (await cache.isCurrent(digest)) return template;

  await runStepSeparately({ kind: 'template', folder });
  await cache.save(digest);
  return template;
}

const builds = new Map<string, Promise<string>>();
/** The code of the threads that run bundles. */
let worker: Promise<unknown> | undefined;

/**
 * Builds what belongs in a folder, once: the bundle of the function whose source the folder has, or
 * the service, if it is that of all bundles. Returns the folder with the code.
 */
export function build(code: string): Promise<string> {
  const started = builds.get(code) ?? startBuild(code);
  builds.set(code, started);
  return started;
}

async function startBuild(code: string): Promise<string> {
  if (isSource(code)) return bundle(relative(functionsFolder, code));
  if (code === bundlesFolder) await buildSeparately();
  return code;
}

async function bundle(id: string): Promise<string> {
  const service = await builds.get(bundlesFolder);
  if (service !== undefined) return join(service, id);

  const outdir = join(folder, toPascalCase(id));
  // Most runs of a file bundle nothing.
  const { bundleFunctions, bundleFunctionWorker } = await import('#lib/build/bundle.ts');
  worker ??= bundleFunctionWorker();
  await Promise.all([bundleFunctions({ outdir, ids: [id] }), worker]);
  return join(outdir, id);
}

/** Serves `build` to the processes of the tests, so that none builds what another one builds. */
export function startBuilder(): Promise<LoopbackServer> {
  return startLoopbackServer(async (request, response) => {
    try {
      response.end(await build(await text(request)));
    } catch (error) {
      response.writeHead(500).end(formatFailure(error));
    }
  });
}
