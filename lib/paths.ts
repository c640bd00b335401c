import { join } from 'node:path';

/** The root folder of the project. */
export const root = join(import.meta.dirname, '..');

/** The sources of the functions. The id of a function is its folder below this one. */
export const functionsFolder = join(root, 'functions');

/** The CloudFormation template of the local service and the tests. */
export const templateFile = join(root, 'cdk.out', 'FitnessDataStack.template.json');

/** The bundles of the functions: `<id>/index.js` for each. */
export const bundlesFolder = join(root, 'dist', 'functions');

/** Node's cache of compiled code for the threads of the local runner. */
export const compiledFolder = join(root, 'dist', 'compiled');

/** The bundle of `lib/local/functions/worker.ts`, which runs a function in a thread. */
export const functionWorkerBundle = join(root, 'dist', 'function-worker.cjs');

/**
 * The file beside bundles that says what they consist of, for the tests and for esbuild's analyzer.
 */
export const metafileName = 'metafile.json';
export const bundleMetafile = join(bundlesFolder, metafileName);
