import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#kit/temporary-folder.ts';
import { prepareKeyFile } from './encryption-key.ts';

it('keeps the key in the data directory', async () => {
  const directory = temporaryFolder();
  const first = new AsyncDisposableStack();
  const file = await prepareKeyFile(directory, first);
  const key = readFileSync(file, 'utf8');
  await first.disposeAsync();

  const second = new AsyncDisposableStack();
  expect(await prepareKeyFile(directory, second)).toBe(file);
  expect(readFileSync(file, 'utf8')).toBe(key);
  expect(dirname(file)).toBe(directory);
});

it('removes the temporary directory if there is no data directory', async () => {
  const disposables = new AsyncDisposableStack();
  const file = await prepareKeyFile(undefined, disposables);
  expect(existsSync(file)).toBe(true);

  await disposables.disposeAsync();
  expect(existsSync(dirname(file))).toBe(false);
});
