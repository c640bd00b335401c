import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { removeStaleAssets, touchCurrentAssets } from './synthesize.ts';

const toAssetName = (digit: string) => `asset.${digit.repeat(64)}`;

it('removes only assets that no template has referred to for a day', () => {
  const folder = createTemporaryFolder();
  const template = join(folder, 'Stack.template.json');
  const writeTemplate = (asset: string) =>
    writeFileSync(template, JSON.stringify({ 'aws:asset:path': asset }));
  const current = toAssetName('a');
  const previous = toAssetName('b');
  const recent = toAssetName('c');
  const stale = toAssetName('d');
  const longAgo = new Date(0);
  for (const name of [current, previous, recent, stale]) {
    mkdirSync(join(folder, name));
    if (name !== recent) utimesSync(join(folder, name), longAgo, longAgo);
  }

  writeTemplate(previous);
  touchCurrentAssets(template);
  writeTemplate(current);
  removeStaleAssets(template);

  expect(readdirSync(folder)).toEqual(['Stack.template.json', current, previous, recent]);
});

it('does nothing if there is no template yet', () => {
  expect(() =>
    touchCurrentAssets(join(createTemporaryFolder(), 'none.json')),
  ).not.toThrow();
});
