import { registerHooks } from 'node:module';

/** The compiler API of TypeScript 6, in a package without a `tsc` of its own. */
const compilerApi = '@ts-morph/common/dist/typescript.js';

/** Matches the modules of the packages that generate clients. */
const generators = /\/node_modules\/(?:@hey-api|openapi-typescript)\//;

/**
 * Gives these packages a compiler API, which TypeScript 7 does not have. Import this module before
 * them.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const isGenerator = generators.test(context.parentURL ?? '');
    const isCompiler = isGenerator && specifier === 'typescript';
    return nextResolve(isCompiler ? compilerApi : specifier, context);
  },
});
