import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../paths.ts';
import { makeReferenceData, readActivityTypes } from './reference-data.ts';

const read = (path: string) => readFile(join(root, path), 'utf8');
const made = await makeReferenceData();

describe('the files made from the sources in data', () => {
  it.each(Object.entries(made))(
    'include %s, which is current; if not, run npm run reference-data',
    async (path, text) => {
      expect(await read(path)).toBe(text);
    },
  );

  it.each([
    [
      'data/activity-type-ids.csv',
      387,
      '9213ccfa2fcc11e4207ac8122e79bb0cabbea2daed9fb433c47c47538106e0ba',
    ],
    [
      'data/remote-connection-type-ids.csv',
      30,
      '0ea99595687f9c50e72af3a984b212545c231913d23bf14391282290a7a6a1d5',
    ],
  ])('keep the ids of the first release in %s', async (path, count, digest) => {
    const lines = (await read(path)).split('\n');
    const [header, ...rows] = lines;
    const firstRelease = [header, ...rows.slice(0, count)].join('\n');
    expect(createHash('sha256').update(firstRelease).digest('hex')).toBe(digest);
  });
});

describe('the icons in data', () => {
  it('are one for each tree of activity types, and come with their license', async () => {
    const roots = (await readActivityTypes()).filter(({ icon }) => icon !== null);
    const files = roots.map(({ key }) => `${key}.svg`);
    const present = await readdir(join(root, 'data/icons'));
    expect(present.sort()).toEqual(['LICENSE', ...files].sort());
    expect(await read('data/icons/LICENSE')).toContain('ISC License');
  });

  it('are those that the roots name', async () => {
    for (const { key, icon } of await readActivityTypes()) {
      if (icon === null) continue;
      const svg = await read(`data/icons/${key}.svg`);
      expect(svg).toContain(`class="lucide lucide-${icon}"`);
    }
  });
});
