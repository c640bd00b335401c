import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { rotateBackups, selectExpired, selectInterrupted } from './rotation.ts';

/** 27 November 2026 was a Friday. */
const now = new Date('2026-11-27T03:15:00Z');

/** The names of a backup each day at 3:15, from the newest one, and of one at noon. */
const daily = Array.from({ length: 60 }, (_, day) => {
  const time = new Date(now.getTime() - day * 86_400_000);
  return `${time.toISOString().slice(0, 10)}T03-15-00Z`;
});
const noon = '2026-11-26T12-00-00Z';

function listKept(days: number, weeks: number): string[] {
  const names = [...daily, noon];
  const expired = selectExpired(names, { days, weeks }, now);
  return names.filter((name) => !expired.includes(name)).map((name) => name.slice(5, 13));
}

it('keeps the newest backup of each of the last days and weeks', () => {
  expect(listKept(3, 4)).toEqual([
    '11-27T03',
    '11-25T03',
    '11-22T03',
    '11-15T03',
    '11-08T03',
    '11-26T12',
  ]);
  expect(listKept(1, 0)).toEqual(['11-27T03']);
});

it('counts the days that have backups, so that those before a pause are kept', () => {
  const names = ['2026-09-01T03-15-00Z', '2026-09-02T03-15-00Z', daily[0] ?? ''];
  expect(selectExpired(names, { days: 2, weeks: 0 }, now)).toEqual([names[0]]);
});

it('keeps the new backup, although a wrong clock has made others with a later time', () => {
  const later = ['2030-01-01T00-00-00Z', '2030-01-08T00-00-00Z'];
  const names = [...later, ...daily.slice(0, 2)];
  const retention = { days: 2, weeks: 2 };
  expect(selectExpired(names, retention, now)).toEqual([daily[1]]);
});

it('deletes interrupted backups of earlier days, and nothing that it did not make', () => {
  const interrupted = '2026-11-26T03-15-00Z.partial';
  const running = '2026-11-27T03-14-00Z.partial';
  const others = ['monday', 'monday.partial', '2026-11-01', 'x2026-11-01T03-15-00Z'];
  const names = [interrupted, running, ...others];
  expect(selectInterrupted(names, now)).toEqual([interrupted]);
  expect(selectExpired(names, { days: 1, weeks: 0 }, now)).toEqual([]);
});

it('deletes old backups only after a new one is complete', async () => {
  const folder = createTemporaryFolder();
  const [data, parent] = [join(folder, 'data'), join(folder, 'backups')];
  const old = '2026-11-20T03-15-00Z';
  mkdirSync(join(parent, old), { recursive: true });
  // It can be what fills the disk, so it does not wait for a backup that succeeds.
  mkdirSync(join(parent, '2026-11-21T03-15-00Z.partial'));
  writeFileSync(join(parent, old, 'backup.json'), '{}');
  const rotate = () => rotateBackups(data, parent, { days: 1, weeks: 0 }, now);
  await expect(rotate()).rejects.toThrow('There is no data folder');
  expect(readdirSync(parent)).toEqual([old]);

  mkdirSync(data);
  new DatabaseSync(join(data, 'dynamodb.sqlite')).close();
  expect(await rotate()).toMatchObject({ files: 1, deleted: 1 });
  expect(readdirSync(parent)).toEqual(['2026-11-27T03-15-00Z']);
});

it('deletes old backups also if the data folder takes no file', async () => {
  const folder = createTemporaryFolder();
  const [data, parent] = [join(folder, 'data'), join(folder, 'backups')];
  mkdirSync(join(parent, '2026-11-20T03-15-00Z'), { recursive: true });
  // A folder in the place of the file stands for a full disk.
  mkdirSync(join(data, 'last-backup', 'x'), { recursive: true });
  new DatabaseSync(join(data, 'dynamodb.sqlite')).close();
  const rotated = rotateBackups(data, parent, { days: 1, weeks: 0 }, now);
  await expect(rotated).rejects.toThrow();
  expect(readdirSync(parent)).toEqual(['2026-11-27T03-15-00Z']);
});
