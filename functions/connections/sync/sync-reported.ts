import type { Workout } from '#functions/diary/workout-import/workout.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { FilesEnd } from './fetch-files.ts';
import { fetchAndImport } from './import-changes.ts';
import { fail, type Step, type Sync, succeed } from './steps.ts';

/** The outcome of a sync. */
export interface SyncReport {
  /** Whether all changes up to now are imported. Otherwise a further sync continues. */
  isComplete: boolean;
  /** Whether files or earlier years are left. Absent if the sync was not about them. */
  rest?: FilesEnd;
  /**
   * Seconds between the end of the latest workout and its import. Absent if no workout was created,
   * and in the first sync, which imports old workouts.
   */
  delay_s?: number;
}

/** Imports one workout that a webhook reported, or removes it if the provider has deleted it. */
export async function syncWorkout(begun: Sync, id: string): Promise<Step<SyncReport>> {
  const fetched = await fetchAndImport(begun, [id]);
  if (!fetched.ok) return fetched;
  const { sync } = fetched;
  const { failed, unreadable, workouts } = fetched.value;
  const error = failed ?? unreadable;
  if (error) return fail(sync, error);
  const latestEnd = Math.max(0, ...workouts.map(toEndTime));
  return succeed(sync, toReport(sync, { isComplete: true, latestEnd }));
}

/** Returns when a workout ended, in epoch milliseconds. */
export function toEndTime({ start_time, duration }: Workout): number {
  return Date.parse(start_time) + duration * 1000;
}

/** Builds the report of a sync. `latestEnd` is when the latest workout ended. */
export function toReport(
  { connection, counts, getNow }: Sync,
  { latestEnd, ...report }: Pick<SyncReport, 'isComplete'> & { latestEnd: number },
): SyncReport {
  const isMeasured = counts.created > 0 && connection.status !== 'syncing';
  const seconds = Math.round((getNow().getTime() - latestEnd) / 1000);
  const delay_s = isMeasured ? Math.max(seconds, 0) : undefined;
  return compact({ ...report, delay_s });
}
