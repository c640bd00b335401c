import { createRequire } from 'node:module';
import type { FunctionData } from './invocation.ts';

/** The exported function of a bundle. */
export type BundleHandler = (event: unknown, context: unknown) => unknown;

/** Loads the handler of a bundle. Throws if the bundle does not export it. */
export function loadHandler({
  code,
  handler,
}: Pick<FunctionData, 'code' | 'handler'>): BundleHandler {
  const [moduleName = '', exportName = ''] = handler.split('.');
  const require = createRequire(`${code}/`);
  const file = require.resolve(`./${moduleName}`);
  const exports: Record<string, unknown> = require(file);
  const exported = exports[exportName];
  if (typeof exported !== 'function')
    throw new Error(`${file} does not export a function named ${exportName}.`);
  return exported as BundleHandler;
}
