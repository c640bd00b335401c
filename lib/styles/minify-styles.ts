import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Plugin, transformSync } from 'esbuild';
import { toContentDigest } from '#shared/pages/content-digest.ts';
import { root } from '../paths.ts';

/** Returns the same styles without what browsers do not need. */
export function minifyStyles(styles: string): string {
  return transformSync(styles, { loader: 'css', minify: true }).code;
}

const minifyFile = (path: string) => minifyStyles(readFileSync(path, 'utf8'));

/** A bundle reads the file beside it when it is loaded: styles are not code to parse. */
const toReader = (path: string) =>
  [
    `import { readFileSync } from 'node:fs';`,
    `const path = __dirname + '/${basename(path)}';`,
    `export default /* @__PURE__ */ readFileSync(path, 'utf8');`,
  ].join('\n');

/** Puts the stylesheets of the pages beside the bundles, minified, and their digests into them. */
export const addStyles: Plugin = {
  name: 'styles',
  setup: ({ initialOptions, onLoad, onEnd }) => {
    const folder = /(?:^|[/\\])shared[/\\]pages[/\\]/.source;
    const styles = new RegExp(`${folder}\\w+\\.css$`);
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
    onLoad({ filter: styles }, ({ path }) => ({
      contents: toReader(path),
      loader: 'js',
    }));
    onEnd(({ metafile }) => {
      if (initialOptions.write === false) return;

      for (const [output, { inputs }] of Object.entries(metafile?.outputs ?? {}))
        for (const input of Object.keys(inputs).filter((name) => styles.test(name))) {
          const file = join(root, dirname(output), basename(input));
          writeFileSync(file, minifyFile(join(root, input)));
        }
    });
  },
};
