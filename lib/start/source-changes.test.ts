import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { sourceChanges } from './source-changes.ts';

it.concurrent('gives one change for each burst, of sources alone, until it is told to end', async () => {
  await using sources = await watchedSources();
  const first = sources.changes.next();
  for (const name of ['one.test.ts', 'one.ts~', 'one.ts', 'one.test.ts'])
    await sources.save(`lib/${name}`);
  expect(await first).toEqual({ value: join('lib', 'one.ts'), done: false });

  expect(await sources.changeOn(() => sources.save('shared/two.ts'))).toBe(
    join('shared', 'two.ts'),
  );

  const last = sources.changes.next();
  sources.end();
  expect(await last).toEqual({ value: undefined, done: true });
});

it.concurrent('sees a file each time that another is renamed over it, and one that is removed', async () => {
  await using sources = await watchedSources();
  const replace = async () => {
    await sources.save('lib/one.ts.new');
    await rename(sources.at('lib/one.ts.new'), sources.at('lib/one.ts'));
  };
  const remove = () => rm(sources.at('lib/one.ts'));
  for (const change of [replace, replace, replace, remove])
    expect(await sources.changeOn(change)).toBe(join('lib', 'one.ts'));
});

it.concurrent('sees what is in a new folder, also in one that takes the place of another', async () => {
  await using sources = await watchedSources();
  const path = join('functions', 'new', 'folder', 'one.ts');
  const save = () => sources.save(path);
  expect([await sources.changeOn(save), await sources.changeOn(save)]).toEqual([path, path]);
  const replace = async () => {
    await rm(sources.at('functions/new'), { recursive: true });
    await save();
  };
  expect([await sources.changeOn(replace), await sources.changeOn(save)]).toEqual([path, path]);
});

async function watchedSources() {
  const root = await mkdtemp(join(tmpdir(), 'sources-'));
  for (const folder of ['functions', 'shared', 'lib']) await mkdir(join(root, folder));
  const ending = new AbortController();
  const changes = sourceChanges(root, ending.signal);
  const at = (path: string) => join(root, path);
  return {
    changes,
    at,
    async save(path: string): Promise<void> {
      await mkdir(dirname(at(path)), { recursive: true });
      await writeFile(at(path), '');
    },
    /** The file that is told of after `change`. */
    async changeOn(change: () => Promise<void>): Promise<string> {
      const next = changes.next();
      await change();
      return (await next).value;
    },
    end: () => ending.abort(),
    async [Symbol.asyncDispose](): Promise<void> {
      ending.abort();
      await rm(root, { recursive: true });
    },
  };
}
