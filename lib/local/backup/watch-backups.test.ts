import { mkdirSync, rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { rotateBackups } from './rotation.ts';
import { createBackupCheck, readBackupState } from './watch-backups.ts';

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
    createBackupCheck(data, started, async (problem) => void notices.push(problem))(now);
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
  const describeLate = (last: Date) =>
    `No backup has succeeded since ${last.toISOString()}. The log of the backups says why.`;
  expect(notices).toEqual([describeLate(first)]);

  await backUp(after(81));
  await check(after(82));
  await check(after(120));
  expect(notices).toEqual([first, after(81)].map(describeLate));
});

it('says once that a backup has failed, also the first, until one succeeds', async () => {
  const folder = createTemporaryFolder();
  const [data, backups] = [join(folder, 'data'), join(folder, 'backups')];
  mkdirSync(data);
  const notices: string[] = [];
  const check = (now: Date) =>
    createBackupCheck(data, first, async (problem) => void notices.push(problem))(now);
  const backUp = (now: Date) => rotateBackups(data, backups, { days: 7, weeks: 4 }, now);
  await expect(backUp(first)).rejects.toThrow('has no table');
  for (const hours of [1, 2, 3, 48]) await check(after(hours));
  expect(notices).toEqual([
    expect.stringMatching(
      /^The backup of 2026-11-27T03:15.* has failed: .* has no table/,
    ),
  ]);

  new DatabaseSync(join(data, 'dynamodb.sqlite')).close();
  await backUp(after(49));
  await check(after(50));
  expect(notices).toHaveLength(1);
  rmSync(join(data, 'dynamodb.sqlite'));
  await expect(backUp(after(73))).rejects.toThrow('has no table');
  await check(after(74));
  expect(notices).toHaveLength(2);
  expect(await readBackupState(data)).toMatchObject({ last: after(49).toISOString() });
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
