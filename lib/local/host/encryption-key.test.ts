import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#kit/temporary-folder.ts';
import { prepareKeyFile } from './encryption-key.ts';

it('keeps the key in the data directory', async () => {
  const directory = temporaryFolder();
  const file = await prepareKeyFile(directory);
  const key = readFileSync(file, 'utf8');

  expect(await prepareKeyFile(directory)).toBe(file);
  expect(readFileSync(file, 'utf8')).toBe(key);
  expect(dirname(file)).toBe(directory);
});
