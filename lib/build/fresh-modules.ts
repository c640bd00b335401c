import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { root } from '../paths.ts';

/** Removes the versions of modules from an error message, so that it has the paths of files. */
export function removeVersions(message: string): string {
  return message.replaceAll(/\?version=\d+/g, '');
}

/**
 * Makes this process load the modules below a folder again after each call of the returned
 * function. Packages stay loaded. Modules that were loaded before stay in memory: 10 MB each time.
 */
export function trackVersions(folder = root): () => void {
  const { href } = pathToFileURL(folder);
  const source = new RegExp(`^${RegExp.escape(href)}/(?!node_modules/)`);
  let version = 0;

  registerHooks({
    resolve: (specifier, context, nextResolve) => {
      const resolved = nextResolve(specifier, context);
      if (!source.test(resolved.url)) return resolved;
      return { ...resolved, url: `${resolved.url}?version=${version}` };
    },
  });
  return () => {
    version += 1;
  };
}
