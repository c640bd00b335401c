import { join } from 'node:path';
import { findReason, readIfExists, replaceFile } from '../host/files.ts';
import { lastBackupFile } from './backup-files.ts';

/** A backup each day is late if it has not succeeded half a day later. */
const maxAgeMs = 36 * 60 * 60 * 1000;

/** A machine that was off makes its backup after its start: the timer of systemd in an hour. */
const startMs = 2 * 60 * 60 * 1000;

/** The file with the time of the last backup before the gap of which the operator knows. */
const noticeFile = `${lastBackupFile}-notice`;

/** Returns undefined for a missing file, and for one that a backup by another user has written. */
async function readText(path: string): Promise<string | undefined> {
  try {
    return (await readIfExists(path))?.toString().trim();
  } catch (error) {
    if (findReason(error) !== 'permission denied') throw error;
    return undefined;
  }
}

/**
 * Creates a check that calls `notify` with the time of the last backup of a data directory, if no
 * further one has succeeded for too long. It does so once for each gap, also after a restart, and
 * not in the first hours after the service was `started`. A directory that had no backup by a
 * schedule is not checked, nor one in which the time of the backup cannot be read.
 */
export function createBackupCheck(
  directory: string,
  started: Date,
  notify: (lastBackup: string) => Promise<void>,
): (now: Date) => Promise<void> {
  return async (now) => {
    if (now.getTime() - started.getTime() < startMs) return;
    const last = await readText(join(directory, lastBackupFile));
    if (last === undefined || now.getTime() - Date.parse(last) <= maxAgeMs) return;
    const noticePath = join(directory, noticeFile);
    if ((await readText(noticePath)) === last) return;
    await notify(last);
    await replaceFile(noticePath, `${last}\n`);
  };
}
