import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { readDemonstration } from './demonstration-file.ts';

/** Reads a file with this content. `warnings` are those that were printed. */
async function read(content: string) {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const path = join(createTemporaryFolder(), 'demonstration.json');
  writeFileSync(path, content);
  const remembered = await readDemonstration(path);
  return { path, remembered, warnings: warn.mock.calls.flat() };
}

it.each(['', '{', 'null', '[]', '"text"', '{"password":1}', '{"password":null}'])(
  'replaces a damaged file with a warning: %j',
  async (content) => {
    const { path, remembered, warnings } = await read(content);
    expect(remembered).toEqual({});
    expect(warnings).toEqual([`${path} is damaged, so its credentials are replaced.`]);
  },
);

it('reads what an earlier start stored, and nothing without a file', async () => {
  const { remembered, warnings } = await read('{"password":"k2er-f4yg"}');
  expect([remembered, warnings]).toEqual([{ password: 'k2er-f4yg' }, []]);
  expect(await readDemonstration(join(createTemporaryFolder(), 'none'))).toEqual({});
});
