import { join } from 'node:path';
import { findReason, readIfExists, replaceFile } from '../host/files.ts';
import { failedBackupFile, lastBackupFile } from './backup-files.ts';

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

/** What the backups by a schedule have left in a data directory. */
export interface BackupState {
  /** When the last one that succeeded began (ISO 8601). */
  last: string | undefined;
  /** The one that failed since, and why. */
  failed: { time: string; reason: string } | undefined;
}

/** Reads what is known about the backups of a data directory. */
export async function readBackupState(directory: string): Promise<BackupState> {
  const files = [lastBackupFile, failedBackupFile];
  const reads = files.map((name) => readText(join(directory, name)));
  const [last, failure] = await Promise.all(reads);
  const [time = '', ...lines] = failure?.split('\n') ?? [];
  const failed = failure === undefined ? undefined : { time, reason: lines.join(' ') };
  return { last, failed };
}

/**
 * Returns what is wrong with the backups, or undefined. Nothing is known if none was made by a
 * schedule, or if the files about them cannot be read.
 */
export function findBackupProblem(
  { last, failed }: BackupState,
  now: Date,
): string | undefined {
  if (failed) return `The backup of ${failed.time} has failed: ${failed.reason}`;
  if (last === undefined || now.getTime() - Date.parse(last) <= maxAgeMs)
    return undefined;
  return `No backup has succeeded since ${last}. The log of the backups says why.`;
}

/**
 * Creates a check that calls `notify` with what is wrong with the backups of a data directory. It
 * does so once for each gap, also after a restart, and not in the first hours after the service was
 * `started`.
 */
export function createBackupCheck(
  directory: string,
  started: Date,
  notify: (problem: string, state: BackupState) => Promise<void>,
): (now: Date) => Promise<void> {
  return async (now) => {
    if (now.getTime() - started.getTime() < startMs) return;
    const state = await readBackupState(directory);
    const problem = findBackupProblem(state, now);
    if (problem === undefined) return;
    const { last = 'never' } = state;
    const noticePath = join(directory, noticeFile);
    if ((await readText(noticePath)) === last) return;
    await notify(problem, state);
    await replaceFile(noticePath, `${last}\n`);
  };
}
