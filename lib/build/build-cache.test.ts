import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createBuildCache } from './build-cache.ts';

async function stamped() {
  const folder = await mkdtemp(join(tmpdir(), 'stamp-'));
  const product = join(folder, 'product');
  const stamp = createBuildCache(join(folder, 'stamp'), product);
  await writeFile(product, 'made of a');
  await stamp.save('a');
  return { stamp, product, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

it('is of the inputs that the product was made from, and of no others', async () => {
  await using made = await stamped();
  expect([await made.stamp.isCurrent('a'), await made.stamp.isCurrent('b')]).toEqual([true, false]);
});

it('is of nothing while something is made, and where that failed', async () => {
  await using made = await stamped();
  await made.stamp.invalidate();
  expect(await made.stamp.isCurrent('a')).toBe(false);
});

it('is of nothing where somebody else has made another product, or removed it', async () => {
  await using made = await stamped();
  await writeFile(made.product, 'made of a, and with a domain name');
  expect(await made.stamp.isCurrent('a')).toBe(false);
  await rm(made.product);
  expect(await made.stamp.isCurrent('a')).toBe(false);
});
