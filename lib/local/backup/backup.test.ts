import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { toImportFileKey } from '#functions/diary/file-import/import-file-keys.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { databaseFile } from '../host/data-directory.ts';
import { createBackup } from './backup.ts';

function toFile(id: string): string {
  const key = encodeURIComponent(toImportFileKey('ann', { id }));
  return join('objects', 'bucket', `${key}.object`);
}

it('a backup has the files of imports that end after the snapshot of the table', async () => {
  const folder = createTemporaryFolder();
  const data = join(folder, 'data');
  const [earlier, later] = ['1', '2'].map(toFile) as [string, string];
  mkdirSync(join(data, dirname(earlier)), { recursive: true });
  writeFileSync(join(data, earlier), 'workout');
  new DatabaseSync(join(data, databaseFile)).exec('CREATE TABLE items (id)');
  const { copyFile } = fs;
  const copying = vi.spyOn(fs, 'copyFile').mockImplementation(async (from, to) => {
    if (`${from}`.endsWith(earlier)) writeFileSync(join(data, later), 'workout');
    await copyFile(from, to);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    copying.mockRestore();
    syncBuiltinESMExports();
  });

  // The snapshot is complete when its connection to the database closes.
  using _ = vi.spyOn(DatabaseSync.prototype, 'close').mockImplementation(() => {
    for (const file of [earlier, later]) rmSync(join(data, file));
  });
  const backup = join(folder, 'backup');
  await createBackup(data, backup, new Date());
  const has = (root: string) =>
    [earlier, later].map((file) => existsSync(join(root, file)));
  expect(has(data)).toEqual([false, false]);
  expect(has(backup)).toEqual([true, true]);
});
