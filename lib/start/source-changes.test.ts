import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourceChanges } from './source-changes.ts';

it('gives one change for each burst, of sources alone, until it is told to end', async () => {
  await using owner = new AsyncDisposableStack();
  const root = await mkdtemp(join(tmpdir(), 'sources-'));
  owner.defer(() => rm(root, { recursive: true }));
  for (const folder of ['functions', 'shared', 'lib']) await mkdir(join(root, folder));
  const ending = new AbortController();
  const changes = sourceChanges(root, ending.signal);

  const first = changes.next();
  for (const name of ['one.test.ts', 'one.ts~', 'one.ts', 'one.test.ts'])
    await writeFile(join(root, 'lib', name), '');
  expect(await first).toEqual({ value: join('lib', 'one.ts'), done: false });

  const second = changes.next();
  await writeFile(join(root, 'shared', 'two.ts'), '');
  expect(await second).toEqual({ value: join('shared', 'two.ts'), done: false });

  const last = changes.next();
  ending.abort();
  expect(await last).toEqual({ value: undefined, done: true });
});
