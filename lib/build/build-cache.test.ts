import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { createBuildCache } from './build-cache.ts';

/** Builds a product from the inputs `a`. */
async function build() {
  const folder = createTemporaryFolder();
  const product = join(folder, 'product');
  const cache = createBuildCache(join(folder, 'build-cache'), product);
  await writeFile(product, 'built from a');
  await cache.save('a');
  return { cache, product };
}

it('a build is current for its inputs, and not for others', async () => {
  const { cache } = await build();
  expect(await cache.isCurrent('a')).toBe(true);
  expect(await cache.isCurrent('b')).toBe(false);
});

it('no build is current while the next one runs or after it failed', async () => {
  const { cache } = await build();
  await cache.invalidate();
  expect(await cache.isCurrent('a')).toBe(false);
});

it('a build is not current if something else changed or removed its product', async () => {
  const { cache, product } = await build();
  await writeFile(product, 'built from a, with a domain name');
  expect(await cache.isCurrent('a')).toBe(false);
  await rm(product);
  expect(await cache.isCurrent('a')).toBe(false);
});
