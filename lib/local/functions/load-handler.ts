import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { FunctionData } from './invocation.ts';

/** The exported function of a bundle. */
export type BundleHandler = (event: unknown, context: unknown) => unknown;

/** Names the source map of a bundle in its code, so that a debugger stops in the source. */
function addSourceMap(bundle: string, sourceMap: string): void {
  const { href } = pathToFileURL(bundle);
  const comment = `\n//# sourceMappingURL=${pathToFileURL(sourceMap)}`;
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      return url === href ? { ...loaded, source: `${loaded.source}${comment}` } : loaded;
    },
  });
}

/** Loads the handler of a bundle. Throws if the bundle does not export it. */
export function loadHandler({
  code,
  handler,
  sourceMap,
}: Pick<FunctionData, 'code' | 'handler' | 'sourceMap'>): BundleHandler {
  const [moduleName = '', exportName = ''] = handler.split('.');
  const require = createRequire(`${code}/`);
  const file = require.resolve(`./${moduleName}`);
  if (sourceMap !== undefined && !require.cache[file]) addSourceMap(file, sourceMap);
  const exports: Record<string, unknown> = require(file);
  const exported = exports[exportName];
  if (typeof exported !== 'function')
    throw new Error(`${file} does not export a function named ${exportName}.`);
  return exported as BundleHandler;
}
