import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { toImportFileKey } from '#functions/diary/file-import/import-file-keys.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { databaseFile } from '../host/data-directory.ts';
import { createBackup } from './backup.ts';

it('a backup has the file of an import that ends after the snapshot of the table', async () => {
  const folder = createTemporaryFolder();
  const data = join(folder, 'data');
  const key = encodeURIComponent(toImportFileKey('ann', { id: '1' }));
  const file = join('objects', 'bucket', `${key}.object`);
  mkdirSync(join(data, dirname(file)), { recursive: true });
  writeFileSync(join(data, file), 'workout');
  new DatabaseSync(join(data, databaseFile)).exec('CREATE TABLE items (id)');

  // The snapshot is complete when its connection to the database closes.
  using _ = vi.spyOn(DatabaseSync.prototype, 'close').mockImplementation(() => {
    rmSync(join(data, file));
  });
  const backup = join(folder, 'backup');
  await createBackup(data, backup, new Date());
  expect(existsSync(join(data, file))).toBe(false);
  expect(existsSync(join(backup, file))).toBe(true);
});
