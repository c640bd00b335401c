import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { loadSampleKey } from './sample-provider.ts';

it('keeps the key of the sample provider in the data folder', async () => {
  const folder = join(createTemporaryFolder(), 'data');
  const key = await loadSampleKey(folder);
  expect(await loadSampleKey(folder)).toBe(key);
});

it.each(['', 'null', '{'])(
  'replaces a damaged key with a warning: %j',
  async (content) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    const folder = createTemporaryFolder();
    const path = join(folder, 'sample-provider.key');
    writeFileSync(path, content);
    const key = await loadSampleKey(folder);
    expect(readFileSync(path, 'utf8')).toBe(`${key}\n`);
    expect(warn.mock.calls.flat()).toEqual([
      `${path} is damaged, so it is replaced. Connect the sample provider again.`,
    ]);
  },
);

it('rejects a data folder that is a file', async () => {
  const file = join(createTemporaryFolder(), 'file');
  writeFileSync(file, '');
  await expect(loadSampleKey(file)).rejects.toThrow(
    `${file} cannot be used as the data folder: it is a file, or inside one.`,
  );
});
