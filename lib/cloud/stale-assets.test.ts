import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#kit/temporary-folder.ts';
import { removeStaleAssets, touchCurrentAssets } from './stale-assets.ts';

const asset = (digit: string) => `asset.${digit.repeat(64)}`;

it('removes the code that no template has led to for a day, and nothing else', () => {
  const folder = temporaryFolder();
  const template = join(folder, 'Stack.template.json');
  const leadTo = (name: string) =>
    writeFileSync(template, JSON.stringify({ 'aws:asset:path': name }));
  const [current, before, recent, stale] = [asset('a'), asset('b'), asset('c'), asset('d')];
  for (const name of [current, before, recent, stale]) {
    mkdirSync(join(folder, name));
    if (name !== recent) utimesSync(join(folder, name), new Date(0), new Date(0));
  }
  leadTo(before);
  touchCurrentAssets(template);
  leadTo(current);
  removeStaleAssets(template);
  expect(readdirSync(folder)).toEqual(['Stack.template.json', current, before, recent]);
});

it('has nothing to note where no template stands yet', () => {
  expect(() => touchCurrentAssets(join(temporaryFolder(), 'none.json'))).not.toThrow();
});
