/** A package of a lock file (npm's version 3), as far as installing it needs. */
interface LockedPackage {
  version?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** A lock file: packages by the folder that they are installed in. */
export interface LockFile {
  lockfileVersion: number;
  packages: Record<string, LockedPackage>;
}

/** The folder that a dependency is found in from another folder: the nearest one, as Node looks for it. */
function findFolder(
  packages: LockFile['packages'],
  from: string,
  name: string,
): string | undefined {
  const inside = `${from && `${from}/`}node_modules/${name}`;
  if (packages[inside]) return inside;
  const above = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')));
  return from === '' ? undefined : findFolder(packages, above, name);
}

/**
 * The part of a lock file that one package needs, for every platform, so that npm installs exactly what is locked and
 * checks it. Throws where the lock file does not have the package.
 */
export function extractLock(
  name: string,
  { lockfileVersion, packages }: LockFile,
): LockFile & { name: string } {
  const needed = new Map<string, LockedPackage>();
  const add = (from: string, dependency: string) => {
    const folder = findFolder(packages, from, dependency);
    const locked = folder === undefined ? undefined : packages[folder];
    if (!folder || !locked || needed.has(folder)) return;
    needed.set(folder, locked);
    for (const further of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }))
      add(folder, further);
  };
  add('', name);
  const version = needed.get(`node_modules/${name}`)?.version;
  if (!version) throw new Error(`package-lock.json does not have ${name}. Run npm install.`);
  return {
    name: `${name}-for-lambda`,
    lockfileVersion,
    packages: { '': { dependencies: { [name]: version } }, ...Object.fromEntries(needed) },
  };
}
