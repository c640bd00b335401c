import { glob, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSystemError, replaceFile } from '../host/files.ts';
import { type BackupSummary, createBackup } from './backup.ts';
import { failedBackupFile, lastBackupFile } from './backup-files.ts';

/** The backups to keep: the newest of each of the last days, and of each of the last weeks. */
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

const isPartial = (name: string) => name.endsWith('.partial');

/** Selects the interrupted backups of earlier days. Another process can make one of today. */
export function selectInterrupted(names: readonly string[], now: Date): string[] {
  const today = toDay(now.getTime());
  const isOwn = (name: string) => namePattern.test(name) && isPartial(name);
  return names.filter((name) => isOwn(name) && toDay(parseName(name)) < today);
}

/**
 * Selects the backups to delete, among the names in a folder of backups: those that no day and no
 * week keeps. That of `now` is kept, even if a wrong clock has made others with a later time.
 * Other names are left alone.
 */
export function selectExpired(
  names: readonly string[],
  { days, weeks }: Retention,
  now: Date,
): string[] {
  const complete = names.filter((name) => namePattern.test(name) && !isPartial(name));
  const times = complete.map(parseName);
  const kept = new Set([
    parseName(formatName(now)),
    ...listNewest(times, days, toDay),
    ...listNewest(times, weeks, toWeek),
  ]);
  return complete.filter((name) => !kept.has(parseName(name)));
}

/**
 * Backs up a data directory into a new folder below `parent`, and then deletes the backups there
 * that have expired. Throws like `createBackup`, and deletes no backup then. Interrupted ones go
 * before: they can be what fills the disk. The data directory has the time of the last backup, and
 * why a later one has failed, so that the service can tell the operator.
 */
export async function rotateBackups(
  dataDirectory: string,
  parent: string,
  retention: Retention,
  now: Date,
): Promise<RotatedBackups> {
  const failure = join(dataDirectory, failedBackupFile);
  const noteFailure = async (error: unknown): Promise<never> => {
    const known = error instanceof Error ? error : new Error(String(error));
    const reason = describeSystemError(known) ?? known.message;
    // Without a data folder, or on a full disk, the exit code says it, and later the time.
    await replaceFile(failure, `${now.toISOString()}\n${reason}\n`).catch(
      () => undefined,
    );
    throw error;
  };
  const rotated = await rotate(dataDirectory, parent, retention, now).catch(noteFailure);
  await rm(failure, { force: true });
  return rotated;
}

/** What was backed up, where, and the number of backups that were deleted. */
type RotatedBackups = BackupSummary & { folder: string; deleted: number };

async function rotate(
  dataDirectory: string,
  parent: string,
  retention: Retention,
  now: Date,
): Promise<RotatedBackups> {
  const folder = join(parent, formatName(now));
  const listNames = () => Array.fromAsync(glob('*', { cwd: parent }));
  const deleteAll = async (names: readonly string[]) => {
    for (const name of names) await rm(join(parent, name), { recursive: true });
  };
  await deleteAll(selectInterrupted(await listNames(), now));
  const summary = await createBackup(dataDirectory, folder, now);
  const expired = selectExpired(await listNames(), retention, now);
  await deleteAll(expired);
  // Last, because the disk of the data can be full, and each further try makes a backup.
  await replaceFile(join(dataDirectory, lastBackupFile), `${now.toISOString()}\n`);
  return { folder, ...summary, deleted: expired.length };
}
