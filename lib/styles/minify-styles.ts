import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Plugin, transformSync } from 'esbuild';
import { toContentDigest } from '#shared/pages/content-digest.ts';

/** Returns the same styles without what browsers do not need. */
export function minifyStyles(styles: string): string {
  return transformSync(styles, { loader: 'css', minify: true }).code;
}

const minifyFile = (path: string) => minifyStyles(readFileSync(path, 'utf8'));

/** Puts the stylesheets of the pages into the bundles, minified, and their digests. */
export const insertStyles: Plugin = {
  name: 'styles',
  setup: ({ onLoad }) => {
    const folder = /[/\\]shared[/\\]pages[/\\]/.source;
    onLoad({ filter: new RegExp(`${folder}stylesheet\\.ts$`) }, ({ path }) => {
      const files = ['base.css', 'components.css'].map((name) =>
        join(dirname(path), name),
      );
      const digests = files.map(minifyFile).map(toContentDigest);
      const contents = [
        `export { default as baseStylesheet } from './base.css';`,
        `export { default as stylesheet } from './components.css';`,
        `export const stylesheetDigests = ${JSON.stringify(digests)};`,
      ];
      return { contents: contents.join('\n'), loader: 'js' };
    });
    onLoad({ filter: new RegExp(`${folder}\\w+\\.css$`) }, ({ path }) => ({
      contents: minifyFile(path),
      loader: 'text',
    }));
  },
};
