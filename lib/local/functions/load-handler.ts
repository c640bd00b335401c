import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction, constants } from 'node:vm';
import type { InstanceData } from './invocation.ts';

/** The exported function of a bundle. */
export type BundleHandler = (event: unknown, context: unknown) => unknown;

const moduleParameters = ['exports', 'require', 'module', '__filename', '__dirname'];

/** Evaluates a file as CommonJS, as Lambda does, even if a package.json above it says `module`. */
function evaluateModule(file: string, require: NodeJS.Require): Record<string, unknown> {
  const module: { exports: Record<string, unknown> } = { exports: {} };
  const source = readFileSync(file, 'utf8');
  const evaluate = compileFunction(source, moduleParameters, {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  evaluate(module.exports, require, module, file, dirname(file));
  return module.exports;
}

/** Loads the handler of a bundle. Throws if the bundle does not export it. */
export function loadHandler({ code, handler }: InstanceData): BundleHandler {
  const [moduleName = '', exportName = ''] = handler.split('.');
  const require = createRequire(`${code}/`);
  const file = require.resolve(`./${moduleName}`);
  const exports = evaluateModule(file, require);
  const exported = exports[exportName];
  if (typeof exported !== 'function')
    throw new Error(`${file} does not export a function named ${exportName}.`);

  return exported as BundleHandler;
}
