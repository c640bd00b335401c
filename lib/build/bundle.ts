import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Definitions, listFunctionIds } from '../definitions.ts';
import { discoverDefinitions } from '../endpoints.ts';
import { bundlesFolder, functionsFolder, metafileName, root } from '../paths.ts';
import { addBuiltFiles } from './built-files.ts';
import { buildDocumentationConstants } from './documentation.ts';
import { buildIconConstant } from './icons.ts';
import { replaceSdkModules } from './sdk-replacements.ts';
import { writeTemplateInputs } from './template-inputs.ts';

/** Which bundles to make. Defaults to all, in their usual folder. */
export interface BundleSelection {
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
  const { metafile } = await build({
    entryPoints: toEntryPoints(bundledIds),
    define: await buildConstants(definitions),
    absWorkingDir: root,
    outdir,
    bundle: true,
    external: listNativePackages(definitions),
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    minify: true,
    sourcemap: 'external',
    sourcesContent: false,
    mainFields: ['module', 'main'],
    plugins: [replaceSdkModules],
    // `import('node:http')` would load the whole of undici; `require('node:http')` does not.
    supported: { 'dynamic-import': false },
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  await addBuiltFiles(definitions, bundledIds, outdir);
  // Locally, Node would read the bundles as ES modules, because the project's package.json says so.
  await writeFile(join(outdir, 'package.json'), '{ "type": "commonjs" }\n');
  await writeTemplateInputs(definitions, outdir);
  await writeFile(join(outdir, metafileName), JSON.stringify(metafile));
}

function toEntryPoints(ids: readonly string[]) {
  return ids.map((id) => ({
    in: join(functionsFolder, id, 'handler.ts'),
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
