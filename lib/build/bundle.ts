import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Metafile } from 'esbuild';
import { type Definitions, discoverDefinitions, listFunctionIds } from '../endpoints.ts';
import {
  bundlesFolder,
  functionsFolder,
  functionWorkerBundle,
  metafileName,
  root,
} from '../paths.ts';
import { addStyles } from '../styles/minify-styles.ts';
import {
  readRulesVersion,
  rulesFileName,
  rulesFolder,
} from '../time-zones/rules-file.ts';
import {
  addBuiltFiles,
  buildDocumentationConstants,
  buildIconConstant,
} from './generated-content.ts';
import { writeTemplateInputs } from './inputs.ts';
import {
  generateHandlers,
  isGenerated,
  replaceSdkModules,
  toGeneratedEntryPoint,
} from './plugins.ts';

/** Defaults to all bundles, in their usual folder. */
interface BundleSelection {
  /** The folder for the bundles, which is emptied first. */
  outdir?: string;
  /** The ids of the functions. */
  ids?: readonly string[];
}

/**
 * Bundles each function into a minified CommonJS file with an external source map. These bundles
 * are deployed, and run by the local runner and by `sam local`.
 */
export async function bundleFunctions({
  outdir = bundlesFolder,
  ids,
}: BundleSelection = {}): Promise<void> {
  const definitions = await discoverDefinitions();
  const bundledIds = ids ?? listFunctionIds(definitions);
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  const external = listNativePackages(definitions);
  const constantIds = bundledIds.filter(hasConstants);
  const otherIds = bundledIds.filter((id) => !hasConstants(id));
  const define = constantIds.length > 0 ? await buildConstants(definitions) : {};
  const options = { outdir, external };
  const metafiles = [
    await bundle(otherIds, definitions, options),
    await bundle(constantIds, definitions, { ...options, define }),
  ];

  await addBuiltFiles(definitions, bundledIds, outdir);
  await addTimeZones(bundledIds, outdir);
  // Locally, Node would read the bundles as ES modules, because the project's package.json says so.
  await writeFile(join(outdir, 'package.json'), '{ "type": "commonjs" }\n');
  await writeTemplateInputs(definitions, outdir);
  await writeFile(join(outdir, metafileName), JSON.stringify(mergeMetafiles(metafiles)));
}

/** Puts the rules of time zones beside each bundle, where Lambda's Node looks for them. */
async function addTimeZones(ids: readonly string[], outdir: string): Promise<void> {
  const rules = join(rulesFolder, rulesFileName);
  readRulesVersion(rules);
  for (const id of ids) await copyFile(rules, join(outdir, id, rulesFileName));
}

/**
 * Returns whether the build inserts constants into the code of a function. These functions have an
 * esbuild call of their own: esbuild processes the constants for every bundle of a call, which
 * would take one more second and half a gigabyte of memory for all functions.
 */
function hasConstants(id: string): boolean {
  return id === 'main/documentation' || id === 'cdn/icon';
}

async function bundle(
  ids: readonly string[],
  definitions: Definitions,
  options: Pick<BuildOptions, 'outdir' | 'external' | 'define'>,
): Promise<Metafile> {
  // Without garbage collection, esbuild takes a quarter less time and 1.4 GiB of memory. The limit
  // lets it collect garbage if a build ever needs more than 2 GiB.
  process.env.GOGC ??= 'off';
  process.env.GOMEMLIMIT ??= '2GiB';
  const { metafile } = await build({
    ...options,
    entryPoints: toEntryPoints(ids, definitions),
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    minify: true,
    sourcemap: 'external',
    sourcesContent: false,
    mainFields: ['module', 'main'],
    // Node's own CRC-32 takes a tenth of the time of the script that `yazl` requires.
    alias: { 'buffer-crc32': join(import.meta.dirname, 'native-crc32.ts') },
    plugins: [replaceSdkModules, addStyles, generateHandlers(definitions)],
    // `import('node:http')` would load the whole of undici; `require('node:http')` does not.
    supported: { 'dynamic-import': false },
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}

function mergeMetafiles(metafiles: readonly Metafile[]): Metafile {
  const inputs = metafiles.map((metafile) => metafile.inputs);
  const outputs = metafiles.map((metafile) => metafile.outputs);
  return {
    inputs: Object.assign({}, ...inputs),
    outputs: Object.assign({}, ...outputs),
  };
}

function toEntryPoints(ids: readonly string[], { functions, screens }: Definitions) {
  const entries = [...functions.filter(isGenerated), ...screens];
  const generated = new Set(entries.map(({ id }) => id));
  return ids.map((id) => ({
    in: generated.has(id)
      ? toGeneratedEntryPoint(id)
      : join(functionsFolder, id, 'handler.ts'),
    out: `${id}/index`,
  }));
}

async function buildConstants({
  endpoints,
}: Definitions): Promise<Record<string, string>> {
  return {
    ...buildDocumentationConstants(endpoints),
    ...(await buildIconConstant(root)),
  };
}

/** Lists the packages with native code, which are installed next to a bundle. */
function listNativePackages({ functions }: Definitions): string[] {
  return functions.flatMap(({ definition: { native = [] } }) => native);
}

/**
 * Bundles the code with which a thread of the local runner starts. Loading one CommonJS file takes
 * 8 ms of CPU time less than loading the TypeScript modules that it consists of (decision 0047).
 */
export function bundleFunctionWorker({
  write = true,
} = {}): Promise<BuildResult<{ metafile: true }>> {
  return build({
    entryPoints: ['lib/local/functions/worker.ts'],
    absWorkingDir: root,
    outfile: functionWorkerBundle,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    metafile: true,
    write,
    logLevel: 'warning',
  });
}
