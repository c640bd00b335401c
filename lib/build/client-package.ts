import { execFile } from 'node:child_process';
import {
  mkdir,
  mkdtempDisposable,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { type Header, pack } from 'tar-stream';
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
    // Node prints the line of an error that nobody catches.
    lineLimit: 200,
    write: false,
    logLevel: 'warning',
  });
  const [bundle] = outputFiles;
  if (!bundle) throw new Error('The bundler wrote no client.');
  return bundle.text;
}

/** Writes the declarations of the client. One thread is faster than several. */
async function writeDeclarations(
  folder: string,
  options: readonly string[],
): Promise<void> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const project = join(clientFolder, 'tsconfig.json');
  const args = [compiler, '--project', project, '--outDir', folder, ...options];
  await promisify(execFile)(process.execPath, [...args, '--singleThreaded']);
}

/** Writes the code and the types of the client to a folder, which is the `dist` of its package. */
async function writeClient(
  folder: string,
  compilerOptions: readonly string[] = [],
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'fitness-data-client.js'), await bundleClient());
  await writeDeclarations(join(folder, 'types'), compilerOptions);
}

/** Builds the npm package of the typed client in `client/dist`. */
export function buildClientPackage(): Promise<void> {
  return writeClient(outputFolder);
}

/**
 * Builds the npm package of the typed client as a tar archive, as `npm pack` does. The archive of
 * the same sources has the same bytes, because its files have no times.
 */
export async function archiveClientPackage(): Promise<Buffer> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'client-'));
  const dist = join(folder.path, 'dist');
  // Checking the types would take as long as a quarter of the build.
  await writeClient(dist, ['--noCheck']);
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const built = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const written = ['package.json', 'README.md', 'MANUAL.md', 'LICENSE'];

  const archive = pack();
  for (const name of written)
    archive.entry(toHeader(name), await readFile(join(clientFolder, name)));
  for (const file of built.sort()) {
    const name = relative(folder.path, file).replaceAll(sep, '/');
    archive.entry(toHeader(name), await readFile(file));
  }
  archive.finalize();
  return buffer(archive);
}

function toHeader(name: string): Pick<Header, 'name' | 'mtime'> {
  return { name: `package/${name}`, mtime: new Date(0) };
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
