import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#kit/temporary-folder.ts';
import { openCodeCache } from './code-cache.ts';

const compiled = Buffer.from('compiled');

it('returns what was saved for the same source, and nothing for another', () => {
  const file = join(temporaryFolder(), 'Echo');
  const open = (source: string) => openCodeCache(file, source);
  expect(open('1;').read()).toBeUndefined();

  open('1;').write(compiled);
  expect(open('1;').read()).toEqual(compiled);
  expect(open('2;').read()).toBeUndefined();

  open('2;').write(compiled);
  expect(open('1;').read()).toBeUndefined();
});

it('does nothing if the folder cannot be written', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const cache = openCodeCache(join(file, 'Echo'), '1;');
  cache.write(compiled);
  expect(cache.read()).toBeUndefined();
});
