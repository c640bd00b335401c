import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { discoverDefinitions } from '../endpoints.ts';
import { bundlesFolder, root } from '../paths.ts';
import { extractLock, type LockFile } from './locked-packages.ts';

/** The platform of the Lambda functions. */
const platform = ['--os=linux', '--cpu=arm64', '--libc=glibc'];
const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];

/**
 * Installs the locked native packages for Lambda's platform beside the bundles that need them. Only
 * a deployment needs this: on one machine, Node finds the packages of the project. Throws an error
 * if npm cannot get a package from its cache or the registry.
 */
export async function installNativePackages(
  bundles: string = bundlesFolder,
): Promise<void> {
  const lockFile = await readFile(join(root, 'package-lock.json'), 'utf8');
  const lock = JSON.parse(lockFile) as LockFile;
  const { functions } = await discoverDefinitions();
  const installations = functions.flatMap(({ id, definition: { native = [] } }) =>
    native.map((name) => install(name, lock, join(bundles, id))),
  );
  await Promise.all(installations);
}

async function install(name: string, lock: LockFile, folder: string): Promise<void> {
  const extracted = extractLock(name, lock);
  const manifest = { ...extracted.packages[''], private: true };
  const manifestFile = join(folder, 'package.json');
  const lockFile = join(folder, 'package-lock.json');
  const installedLockFile = join(folder, 'node_modules', '.package-lock.json');

  await writeFile(manifestFile, JSON.stringify(manifest));
  await writeFile(lockFile, JSON.stringify(extracted));
  await promisify(execFile)('npm', ['ci', ...platform, ...options], { cwd: folder });

  const leftovers = [manifestFile, lockFile, installedLockFile];
  await Promise.all(leftovers.map((file) => rm(file)));
}
