import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { recordDataVersion } from './data-version.ts';

it('a new data folder gets the current version, which is accepted later', async () => {
  const directory = createTemporaryFolder();
  const file = join(directory, 'data-version');
  await recordDataVersion(directory);
  expect(readFileSync(file, 'utf8')).toBe('1\n');
  await recordDataVersion(directory);
});

it('data of a newer version is rejected and not changed', async () => {
  const directory = createTemporaryFolder();
  const file = join(directory, 'data-version');
  writeFileSync(file, '2\n');
  await expect(recordDataVersion(directory)).rejects.toThrow(
    `${directory} has data of a newer version of the service (data version 2, supported: 1).`,
  );
  expect(readFileSync(file, 'utf8')).toBe('2\n');
});

it.each(['', 'null', '-1'])('a damaged version is rejected: "%s"', async (text) => {
  const directory = createTemporaryFolder();
  writeFileSync(join(directory, 'data-version'), text);
  await expect(recordDataVersion(directory)).rejects.toThrow('data-version is damaged');
});
