import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toContentDigest } from './content-digest.ts';

const comments = /\/\*.*?\*\/\s*/gs;

// The bundles of functions have the minified stylesheets in files beside them, and constants with
// their digests (lib/styles/minify-styles.ts). The pages in the template come from here.
const readStyles = (name: string) =>
  readFileSync(join(import.meta.dirname, name), 'utf8').replaceAll(comments, '');

/**
 * The first part of the stylesheet: colors, text and the frame of the content. Pages that are in
 * the template have this part only, because the template has them many times and is limited to
 * 1 MB.
 */
export const baseStylesheet = readStyles('base.css');

/** The rest of the stylesheet: the shell of the pages, and the components. */
export const stylesheet = readStyles('components.css');

/** The digests by which the Content-Security-Policy of the pages allows the stylesheet. */
export const stylesheetDigests = [baseStylesheet, stylesheet].map(toContentDigest);
