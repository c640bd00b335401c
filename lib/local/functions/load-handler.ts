import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';
import { compact } from '#shared/runtime/compact.ts';
import { openCodeCache } from './code-cache.ts';
import type { FunctionData } from './invocation.ts';

/** The exported function of a bundle. */
export type BundleHandler = (event: unknown, context: unknown) => unknown;

type BundleLocation = Pick<FunctionData, 'code' | 'handler' | 'functionName'>;

/** An evaluated bundle. */
export interface LoadedBundle {
  handle: BundleHandler;
  /** Saves the code that V8 has compiled so far, for later threads. Further calls do nothing. */
  saveCompiledCode(): void;
}

/** Defines the variables of a CommonJS module. */
const wrapperStart = '(function (exports, require, module, __filename, __dirname) {';
const wrapperEnd = '\n})';

/** Compiles a file as CommonJS, as Lambda does, even if a package.json above it says `module`. */
function compileModule(filename: string, source: string, cachedData?: Buffer): Script {
  return new Script(
    wrapperStart + source + wrapperEnd,
    compact({
      filename,
      // Columns in stack traces do not count the wrapper.
      columnOffset: -wrapperStart.length,
      cachedData,
      // Lets the bundle import modules dynamically.
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    }),
  );
}

function evaluateModule(
  script: Script,
  file: string,
  require: NodeJS.Require,
): Record<string, unknown> {
  const module: { exports: Record<string, unknown> } = { exports: {} };
  const evaluate = script.runInThisContext();
  evaluate(module.exports, require, module, file, dirname(file));
  return module.exports;
}

/**
 * Loads the handler of a bundle, with its compiled code if `compiledFolder` has that. Throws if the
 * bundle does not export the handler.
 */
export function loadHandler(
  { code, handler, functionName }: BundleLocation,
  compiledFolder: string,
): LoadedBundle {
  const [moduleName = '', exportName = ''] = handler.split('.');
  const require = createRequire(`${code}/`);
  const file = require.resolve(`./${moduleName}`);

  const source = readFileSync(file, 'utf8');
  const cache = openCodeCache(join(compiledFolder, functionName), source);
  const cachedData = cache.read();
  const script = compileModule(file, source, cachedData);
  let isSaved = cachedData !== undefined && script.cachedDataRejected === false;

  const exports = evaluateModule(script, file, require);
  const exported = exports[exportName];
  if (typeof exported !== 'function')
    throw new Error(`${file} does not export a function named ${exportName}.`);

  return {
    handle: exported as BundleHandler,
    saveCompiledCode: () => {
      if (isSaved) return;
      isSaved = true;
      cache.write(script.createCachedData());
    },
  };
}
