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
 * Returns the folder of the package in whose `node_modules` a package is installed. The folder of
 * the root package is ''. It is installed in none, so its result is undefined.
 */
function getParentFolder(folder: string): string | undefined {
  if (folder === '') return undefined;
  const end = folder.lastIndexOf('/node_modules/');
  return folder.slice(0, Math.max(0, end));
}

/** Finds the folder of a dependency as Node resolves it: the nearest one above `from`. */
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

/** Adds a dependency of the package in `from`, and its own dependencies, to `found`. */
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
