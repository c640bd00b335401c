import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { prepareKeyFile } from './stores.ts';

it('the key is kept in a private file of the data directory', async () => {
  const directory = createTemporaryFolder();
  const file = await prepareKeyFile(directory);
  const key = readFileSync(file, 'utf8');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(dirname(file)).toBe(directory);

  expect(await prepareKeyFile(directory)).toBe(file);
  expect(readFileSync(file, 'utf8')).toBe(key);
});

it('a directory with data is rejected if its key is missing or damaged', async () => {
  const directory = createTemporaryFolder();
  const file = await prepareKeyFile(directory);
  for (const damaged of ['', 'null', 'c2hvcnQ=']) {
    writeFileSync(file, damaged);
    await expect(prepareKeyFile(directory)).rejects.toThrow('restore it from a backup');
    expect(readFileSync(file, 'utf8')).toBe(damaged);
  }

  rmSync(file);
  writeFileSync(join(directory, 'dynamodb.sqlite'), '');
  await expect(prepareKeyFile(directory)).rejects.toThrow(
    `${file} is missing. Restore it from a backup`,
  );
});
