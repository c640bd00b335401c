import { execFile } from 'node:child_process';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { discoverDefinitions } from '../endpoints.ts';
import { bundlesFolder, root } from '../paths.ts';

/** A lock file of npm, as far as it is read: the digest of each package by its folder. */
export interface LockFile {
  packages: Readonly<Record<string, { integrity?: string }>>;
}

/** The platform of the Lambda functions. */
const platform = ['--os=linux', '--cpu=arm64', '--libc=glibc'];
const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];

/**
 * Installs the locked native packages for Lambda's platform beside the bundles that need them. Only
 * a deployment needs this: on one machine, Node finds the packages of the project. Throws an error
 * if npm cannot get a package from its cache or the registry.
 */
export async function installNativePackages(): Promise<void> {
  const { functions } = await discoverDefinitions();
  const installations = functions.map(({ id, definition: { native = [] } }) =>
    native.length === 0 ? undefined : install(native, join(bundlesFolder, id)),
  );
  await Promise.all(installations);
}

async function install(names: readonly string[], folder: string): Promise<void> {
  const manifestFile = join(folder, 'package.json');
  const lockFile = join(folder, 'package-lock.json');
  const installedLockFile = join(folder, 'node_modules', '.package-lock.json');
  const projectLockFile = join(root, 'package-lock.json');

  await writeFile(manifestFile, JSON.stringify(await buildManifest(names)));
  // npm takes the versions and digests from the lock file, and leaves out what is not needed.
  await copyFile(projectLockFile, lockFile);
  const args = ['install', ...platform, ...options];
  await promisify(execFile)('npm', args, { cwd: folder });
  requireLocked(
    await readLockFile(installedLockFile),
    await readLockFile(projectLockFile),
  );

  const leftovers = [manifestFile, lockFile, installedLockFile];
  await Promise.all(leftovers.map((file) => rm(file)));
}

/** Builds a package.json with some dependencies of the project. */
async function buildManifest(names: readonly string[]): Promise<object> {
  const text = await readFile(join(root, 'package.json'), 'utf8');
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(text);
  const needed = names.map((name) => [name, dependencies[name]]);
  return { private: true, dependencies: Object.fromEntries(needed) };
}

async function readLockFile(file: string): Promise<LockFile> {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** Throws an error if an installed package is not the one in the project's lock file. */
export function requireLocked(installed: LockFile, { packages }: LockFile): void {
  for (const [folder, { integrity }] of Object.entries(installed.packages)) {
    if (integrity && packages[folder]?.integrity === integrity) continue;
    throw new Error(`package-lock.json does not have ${folder}. Run npm install.`);
  }
}
