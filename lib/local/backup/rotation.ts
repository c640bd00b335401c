import { glob, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupSummary, createBackup } from './backup.ts';

/** How many backups to keep: the newest of each of the last days, and of each of the last weeks. */
export interface Retention {
  days: number;
  weeks: number;
}

const dayMs = 86_400_000;
const toDay = (time: number) => Math.floor(time / dayMs);
/** Weeks begin on Monday. Day 0 was a Thursday. */
const toWeek = (time: number) => Math.floor((toDay(time) + 3) / 7);

/** Formats the time of a backup as the name of its folder, e.g. `2026-11-27T03-15-00Z`. */
const formatName = (time: Date) =>
  time.toISOString().replace(/\.\d+/, '').replaceAll(':', '-');

/** Matches such names. An interrupted backup leaves one that ends in `.partial`. */
const namePattern = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\dZ)(\.partial)?$/;

const parseName = (name: string) => Date.parse(name.replace(namePattern, '$1$2:$3:$4'));

/** Lists the newest time of each of the last `count` periods that have one. */
function listNewest(
  times: readonly number[],
  count: number,
  toPeriod: (time: number) => number,
): number[] {
  const newest = new Map<number, number>();
  for (const time of times.toSorted((one, other) => one - other))
    newest.set(toPeriod(time), time);
  const periods = [...newest.values()];
  return periods.slice(Math.max(0, periods.length - count));
}

/**
 * Selects the folders to delete, among the names in a folder of backups: those that no day and no
 * week keeps, and interrupted ones of earlier days. Other names are left alone.
 */
export function selectExpired(
  names: readonly string[],
  { days, weeks }: Retention,
  now: Date,
): string[] {
  const own = names.filter((name) => namePattern.test(name));
  const isPartial = (name: string) => name.endsWith('.partial');
  const times = own.filter((name) => !isPartial(name)).map(parseName);
  const kept = new Set([
    ...listNewest(times, days, toDay),
    ...listNewest(times, weeks, toWeek),
  ]);
  return own.filter((name) =>
    isPartial(name)
      ? toDay(parseName(name)) < toDay(now.getTime())
      : !kept.has(parseName(name)),
  );
}

/**
 * Backs up a data directory into a new folder below `parent`, and then deletes the backups there
 * that have expired. Throws like `createBackup`, and deletes nothing then.
 */
export async function rotateBackups(
  dataDirectory: string,
  parent: string,
  retention: Retention,
  now: Date,
): Promise<BackupSummary & { folder: string; deleted: number }> {
  const folder = join(parent, formatName(now));
  const summary = await createBackup(dataDirectory, folder, now);
  const names = await Array.fromAsync(glob('*', { cwd: parent }));
  const expired = selectExpired(names, retention, now);
  for (const name of expired) await rm(join(parent, name), { recursive: true });
  return { folder, ...summary, deleted: expired.length };
}
