import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { listFunctionIds } from '../definitions.ts';
import { discoverDefinitions } from '../endpoints.ts';
import { bundlesFolder, functionsFolder, root } from '../paths.ts';
import { buildDocumentationConstants } from './documentation.ts';
import { buildIconConstant } from './icons.ts';

/**
 * Bundles every function into one minified CommonJS file with an external source map, all in one call. The same files
 * are deployed, run by the local runner, and run by `sam local`.
 */
export async function bundleFunctions(outdir: string = bundlesFolder): Promise<Metafile> {
  const definitions = await discoverDefinitions();
  await rm(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: listFunctionIds(definitions).map((id) => ({
      in: join(functionsFolder, id, 'handler.ts'),
      out: `${id}/index`,
    })),
    define: {
      ...buildDocumentationConstants(definitions.endpoints),
      ...(await buildIconConstant(root)),
    },
    outdir,
    bundle: true,
    // A native package is installed in a folder beside the bundle.
    external: definitions.functions.flatMap(({ definition: { native = [] } }) => native),
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    minify: true,
    sourcemap: 'external',
    sourcesContent: false,
    mainFields: ['module', 'main'],
    alias: {
      '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'environment-credentials.ts'),
    },
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  // In Lambda no package.json stands above a bundle; here ours would make it an ES module.
  await writeFile(join(outdir, 'package.json'), '{ "type": "commonjs" }\n');
  return metafile;
}
