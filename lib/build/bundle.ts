import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Definitions, listFunctionIds } from '../definitions.ts';
import { discoverDefinitions } from '../endpoints.ts';
import { bundleMetafile, bundlesFolder, functionsFolder, root } from '../paths.ts';
import { buildDocumentationConstants } from './documentation.ts';
import { buildIconConstant } from './icons.ts';
import { addPackageFiles } from './package-files.ts';

const credentialProvider = join(import.meta.dirname, 'environment-credentials.ts');

/**
 * Bundles each function into a minified CommonJS file with an external source map. These bundles
 * are deployed, and run by the local runner and by `sam local`.
 */
export async function bundleFunctions(): Promise<void> {
  const definitions = await discoverDefinitions();
  await rm(bundlesFolder, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: listEntryPoints(definitions),
    define: await buildConstants(definitions),
    absWorkingDir: root,
    outdir: bundlesFolder,
    bundle: true,
    external: listNativePackages(definitions),
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    minify: true,
    sourcemap: 'external',
    sourcesContent: false,
    mainFields: ['module', 'main'],
    alias: { '@aws-sdk/credential-provider-node': credentialProvider },
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  await addPackageFiles(definitions, bundlesFolder);
  // Locally, Node would read the bundles as ES modules, because the project's package.json says so.
  await writeFile(join(bundlesFolder, 'package.json'), '{ "type": "commonjs" }\n');
  await writeFile(bundleMetafile, JSON.stringify(metafile));
}

function listEntryPoints(definitions: Definitions) {
  return listFunctionIds(definitions).map((id) => ({
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
