import { mkdirSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { rotateBackups } from './rotation.ts';
import { createBackupCheck } from './watch-backups.ts';

const hour = 60 * 60 * 1000;
const first = new Date('2026-11-27T03:15:00Z');
const after = (hours: number) => new Date(first.getTime() + hours * hour);

it('says once, also after a restart, that no further backup has succeeded', async () => {
  const folder = createTemporaryFolder();
  const data = join(folder, 'data');
  mkdirSync(data);
  new DatabaseSync(join(data, 'dynamodb.sqlite')).close();
  const notices: string[] = [];
  const check = (now: Date, started = first) =>
    createBackupCheck(data, started, async (last) => void notices.push(last))(now);
  await check(after(1000));
  expect(notices).toEqual([]);

  const backUp = (now: Date) =>
    rotateBackups(data, join(folder, 'backups'), { days: 7, weeks: 4 }, now);
  await backUp(first);
  await check(after(36));
  // A machine that was off makes a backup after its start.
  await check(after(81), after(80));
  expect(notices).toEqual([]);
  for (const hours of [37, 38, 80]) await check(after(hours));
  expect(notices).toEqual([first.toISOString()]);

  await backUp(after(81));
  await check(after(82));
  await check(after(120));
  expect(notices).toEqual([first.toISOString(), after(81).toISOString()]);
});

it('says it again if nobody could be told', async () => {
  const folder = createTemporaryFolder();
  const data = join(folder, 'data');
  mkdirSync(data);
  new DatabaseSync(join(data, 'dynamodb.sqlite')).close();
  await rotateBackups(data, join(folder, 'backups'), { days: 1, weeks: 0 }, first);
  const fail = createBackupCheck(data, first, () => Promise.reject(new Error('full')));
  await expect(fail(after(37))).rejects.toThrow('full');
  await expect(fail(after(38))).rejects.toThrow('full');
});

it('does not fail if a backup by root has left a time that only root can read', async () => {
  const refused = Object.assign(new Error('EACCES'), { code: 'EACCES' });
  const spy = vi.spyOn(fs, 'readFile').mockRejectedValue(refused);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  const notify = vi.fn();
  await createBackupCheck(createTemporaryFolder(), first, notify)(after(37));
  expect(notify).not.toHaveBeenCalled();
});
