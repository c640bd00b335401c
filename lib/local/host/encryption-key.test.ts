import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { prepareKeyFile } from './encryption-key.ts';

it('keeps the key with the data', async () => {
  await using owner = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'data-'));
  owner.defer(() => rm(directory, { recursive: true }));
  const [first, second] = [new AsyncDisposableStack(), new AsyncDisposableStack()];
  const file = await prepareKeyFile(directory, first);
  const key = await readFile(file, 'utf8');
  await first.disposeAsync();
  expect([await prepareKeyFile(directory, second), await readFile(file, 'utf8')]).toEqual([
    file,
    key,
  ]);
  expect(dirname(file)).toBe(directory);
});

it('leaves nothing of a key where no data is kept', async () => {
  const owner = new AsyncDisposableStack();
  const file = await prepareKeyFile(undefined, owner);
  expect(existsSync(file)).toBe(true);
  await owner.disposeAsync();
  expect(existsSync(dirname(file))).toBe(false);
});
