import { join } from 'node:path';

/** The folder of the project. */
export const root = join(import.meta.dirname, '..');

/** The source of the functions: one folder for each, whose path is the function's id. */
export const functionsFolder = join(root, 'functions');

/** The bundles of the functions: `<id>/index.js` for each. */
export const bundlesFolder = join(root, 'dist', 'functions');
