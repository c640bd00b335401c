import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { discoverDefinitions } from '../endpoints.ts';
import { bundlesFolder, root } from '../paths.ts';

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

/**
 * A package in npm's lock file (version 3). Only the members that an installation needs are typed.
 */
interface LockedPackage {
  version?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** A lock file. Its packages are keyed by the folder that they are installed in. */
export interface LockFile {
  lockfileVersion: number;
  packages: Record<string, LockedPackage>;
}

/**
 * Returns the folder of the package whose `node_modules` contains a package's folder, e.g.
 * `node_modules/a` for `node_modules/a/node_modules/b`. Returns undefined for '', the root package.
 */
function getParentFolder(folder: string): string | undefined {
  if (folder === '') return undefined;
  const end = folder.lastIndexOf('/node_modules/');
  const isInRootPackage = end === -1;
  return isInRootPackage ? '' : folder.slice(0, end);
}

/**
 * Finds the folder of a dependency as Node resolves it: in the `node_modules` of the package in
 * `from`, or of the nearest package above it.
 */
function findFolder(packages: LockFile['packages'], from: string, name: string) {
  let folder: string | undefined = from;
  while (folder !== undefined) {
    const candidate =
      folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[candidate]) return candidate;
    folder = getParentFolder(folder);
  }
  return undefined;
}

/** Adds a dependency of the package in `from`, and the dependency's dependencies, to `found`. */
function addDependency(
  found: Map<string, LockedPackage>,
  packages: LockFile['packages'],
  from: string,
  name: string,
): void {
  const folder = findFolder(packages, from, name);
  const locked = folder === undefined ? undefined : packages[folder];
  if (!folder || !locked || found.has(folder)) return;

  found.set(folder, locked);
  const dependencies = { ...locked.dependencies, ...locked.optionalDependencies };
  for (const dependency of Object.keys(dependencies)) {
    addDependency(found, packages, folder, dependency);
  }
}

/**
 * Extracts the part of a lock file that one package needs, for every platform. npm then installs
 * and verifies exactly the locked versions. Throws an error if the lock file does not have the
 * package.
 */
export function extractLock(
  name: string,
  { lockfileVersion, packages }: LockFile,
): LockFile & { name: string } {
  const found = new Map<string, LockedPackage>();
  addDependency(found, packages, '', name);
  const version = found.get(`node_modules/${name}`)?.version;
  if (!version)
    throw new Error(`package-lock.json does not have ${name}. Run npm install.`);

  const rootPackage = { dependencies: { [name]: version } };
  return {
    name: `${name}-for-lambda`,
    lockfileVersion,
    packages: { '': rootPackage, ...Object.fromEntries(found) },
  };
}
