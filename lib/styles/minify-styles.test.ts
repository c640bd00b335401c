import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { toContentDigest } from '#shared/pages/content-digest.ts';
import * as source from '#shared/pages/stylesheet.ts';
import { root } from '../paths.ts';
import { addStyles } from './minify-styles.ts';

const folder = createTemporaryFolder(afterAll);

it('makes the stylesheets smaller, and keeps their digests true', async () => {
  const outfile = join(folder, 'stylesheet.cjs');
  await build({
    entryPoints: [join(root, 'shared/pages/stylesheet.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    absWorkingDir: root,
    metafile: true,
    plugins: [addStyles],
  });
  const bundled: typeof source = createRequire(import.meta.url)(outfile);
  const { baseStylesheet, stylesheet, stylesheetDigests } = bundled;
  const sizes = [baseStylesheet, stylesheet].map((styles) => styles.length);
  expect(sizes[0]).toBeLessThan(source.baseStylesheet.length * 0.85);
  expect(sizes[1]).toBeLessThan(source.stylesheet.length * 0.85);
  expect(stylesheetDigests).toEqual([baseStylesheet, stylesheet].map(toContentDigest));
});
