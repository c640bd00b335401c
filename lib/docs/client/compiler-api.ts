import { registerHooks } from 'node:module';

/** The compiler API of TypeScript 6, in a package without a `tsc` of its own. */
const compilerApi = '@ts-morph/common/dist/typescript.js';

/**
 * Gives openapi-typescript a compiler API, which TypeScript 7 does not have. Import this module
 * before it.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const isGenerator = context.parentURL?.includes('/node_modules/openapi-typescript/');
    const isCompiler = isGenerator && specifier === 'typescript';
    return nextResolve(isCompiler ? compilerApi : specifier, context);
  },
});
