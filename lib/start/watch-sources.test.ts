import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { watchSources } from './watch-sources.ts';

it.concurrent('yields once for each burst of changes, for sources only, until it is aborted', async () => {
  await using sources = await createWatchedSources();
  const first = sources.changes.next();
  for (const name of ['one.test.ts', 'one.ts~', 'one.ts', 'one.test.ts'])
    await sources.save(`lib/${name}`);
  expect(await first).toEqual({ value: [join('lib', 'one.ts')], done: false });

  const second = await sources.makeChange(() => sources.save('shared/two.ts'));
  expect(second).toEqual([join('shared', 'two.ts')]);

  const last = sources.changes.next();
  sources.abort();
  expect(await last).toEqual({ value: undefined, done: true });
});

it.concurrent('sees each file that is renamed over another, and a removed one', async () => {
  await using sources = await createWatchedSources();
  const replace = async () => {
    await sources.save('lib/one.ts.new');
    await rename(sources.toPath('lib/one.ts.new'), sources.toPath('lib/one.ts'));
  };
  const remove = () => rm(sources.toPath('lib/one.ts'));
  for (const change of [replace, replace, replace, remove])
    expect(await sources.makeChange(change)).toEqual([join('lib', 'one.ts')]);
});

it.concurrent('sees files in a new folder, and in a folder that replaces it', async () => {
  await using sources = await createWatchedSources();
  const path = join('functions', 'new', 'folder', 'one.ts');
  const save = () => sources.save(path);
  const replace = async () => {
    await rm(sources.toPath('functions/new'), { recursive: true });
    await save();
  };
  for (const change of [save, save, replace, save])
    expect(await sources.makeChange(change)).toEqual([path]);
});

it.concurrent('keeps a change that happens while the last one is handled', async () => {
  await using sources = await createWatchedSources();
  await sources.makeChange(() => sources.save('lib/one.ts'));
  await sources.save('lib/two.ts');
  const { value } = await sources.changes.next();
  expect(value).toEqual([join('lib', 'two.ts')]);
});

async function createWatchedSources() {
  const root = await mkdtemp(join(tmpdir(), 'sources-'));
  for (const folder of ['functions', 'shared', 'lib']) await mkdir(join(root, folder));
  const controller = new AbortController();
  const changes = await watchSources(root, controller.signal);
  const toPath = (path: string) => join(root, path);
  return {
    changes,
    toPath,
    async save(path: string): Promise<void> {
      await mkdir(dirname(toPath(path)), { recursive: true });
      await writeFile(toPath(path), '');
    },
    /** Makes a change and returns the files that are yielded for it. */
    async makeChange(change: () => Promise<void>): Promise<readonly string[]> {
      const next = changes.next();
      await change();
      const { value } = await next;
      return value;
    },
    abort: () => controller.abort(),
    async [Symbol.asyncDispose](): Promise<void> {
      controller.abort();
      await rm(root, { recursive: true });
    },
  };
}
