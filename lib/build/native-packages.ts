import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { discoverDefinitions } from '../endpoints.ts';
import { bundlesFolder, root } from '../paths.ts';
import { extractLock, type LockFile } from './locked-packages.ts';

/** Where functions run. */
const platform = ['--os=linux', '--cpu=arm64', '--libc=glibc'];

/**
 * Puts native packages beside the bundles that need them, as the lock file has them, built for Lambda whatever this
 * machine is. Only a deployment needs that: here, Node finds the packages of this machine above the bundles.
 * Throws where npm can get the packages neither from its cache nor from the registry.
 */
export async function installNativePackages(bundles: string = bundlesFolder): Promise<void> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as LockFile;
  const { functions } = await discoverDefinitions();
  const installations = functions.flatMap(({ id, definition: { native = [] } }) =>
    native.map((name) => install(name, lock, join(bundles, id))),
  );
  await Promise.all(installations);
}

async function install(name: string, lock: LockFile, folder: string): Promise<void> {
  const needed = extractLock(name, lock);
  const manifest = join(folder, 'package.json');
  const lockFile = join(folder, 'package-lock.json');
  await writeFile(manifest, JSON.stringify({ ...needed.packages[''], private: true }));
  await writeFile(lockFile, JSON.stringify(needed));
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', ['ci', ...platform, ...options], { cwd: folder });
  await Promise.all(
    [manifest, lockFile, join(folder, 'node_modules/.package-lock.json')].map((file) => rm(file)),
  );
}
