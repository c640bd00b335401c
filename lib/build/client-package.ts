import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { root } from '../paths.ts';
import { reportFailure } from '../terminal/failure.ts';
import { requireNoArguments } from '../terminal/program.ts';

const clientFolder = join(root, 'client');
const outputFolder = join(clientFolder, 'dist');

/** Bundles the typed client into one minified ES module, which browsers and Node import. */
export async function bundleClient(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(clientFolder, 'exports.ts')],
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    minify: true,
    write: false,
    logLevel: 'warning',
  });
  const [bundle] = outputFiles;
  if (!bundle) throw new Error('The bundler wrote no client.');
  return bundle.text;
}

/** Writes the declarations of the client beside its bundle. One thread is faster than several. */
async function writeDeclarations(): Promise<void> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const project = join(clientFolder, 'tsconfig.json');
  const args = [compiler, '--project', project, '--singleThreaded'];
  await promisify(execFile)(process.execPath, args);
}

/** Builds the npm package of the typed client in `client/dist`. */
export async function buildClientPackage(): Promise<void> {
  await rm(outputFolder, { recursive: true, force: true });
  await mkdir(outputFolder, { recursive: true });
  await writeFile(join(outputFolder, 'fitness-data-client.js'), await bundleClient());
  await writeDeclarations();
}

/** Builds the typed client for browsers, Node and npm. */
export function runClientBuild(args: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    const description =
      'Builds the typed client for browsers, Node and npm in client/dist.';
    requireNoArguments('npm run client --', description, args);
    await buildClientPackage();
    console.log('Built the typed client in client/dist.');
  });
}
