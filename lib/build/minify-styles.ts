import { createHash } from 'node:crypto';
import { type Plugin, transform } from 'esbuild';
import { baseStylesheet, stylesheet } from '#shared/pages/stylesheet.ts';

/** Returns the digest of styles for a Content-Security-Policy (CSP 3, section 2.3). */
export function toStyleDigest(styles: string): string {
  return `sha256-${createHash('sha256').update(styles).digest('base64')}`;
}

async function minify(styles: string): Promise<string> {
  const { code } = await transform(styles, { loader: 'css', minify: true });
  return code;
}

/**
 * Minifies the stylesheets of the pages in the bundles, which esbuild takes for text, and replaces
 * their digests.
 */
export const minifyStyles: Plugin = {
  name: 'minify-styles',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[/\\]shared[/\\]pages[/\\]stylesheet\.ts$/ }, async () => {
      const styles = {
        baseStylesheet: await minify(baseStylesheet),
        stylesheet: await minify(stylesheet),
      };
      const stylesheetDigests = Object.values(styles).map(toStyleDigest);
      const values = Object.entries({ ...styles, stylesheetDigests });
      const contents = values.map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
      );
      return { contents: contents.join('\n'), loader: 'js' };
    });
  },
};
