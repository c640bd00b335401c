import { addCounts, importWorkouts } from '#functions/diary/import/import-workouts.ts';
import type { ImportedWorkout, Workout } from '#functions/diary/import/workout.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import type { SyncFailure, SyncSession } from './sync-session.ts';
import type { FindDataSource } from './workout-sources.ts';

/** Changes of workouts at the provider. The workouts name devices, not yet data sources. */
export interface RemoteChanges {
  workouts: readonly Workout[];
  deleted: readonly string[];
}

/**
 * Imports changes as diary entries, and counts them. Fails with `disconnected` if the connection no
 * longer exists.
 */
export async function importChanges(
  session: SyncSession,
  { workouts, deleted }: RemoteChanges,
  findDataSource: FindDataSource,
): Promise<Result<undefined, SyncFailure>> {
  const { table, ids, connection, counts, getNow } = session;
  const imported: ImportedWorkout[] = [];
  for (const workout of workouts) {
    const data_source_id = await findDataSource(workout.device);
    imported.push({ ...workout, ...compact({ data_source_id }) });
  }

  const now = getNow();
  const job = {
    user_id: ids.user_id,
    remote_connection_id: ids.remote_connection_id,
    remote_connection_type: connection.type,
    account_id: connection.remote_id,
    readAt: now,
    workouts: imported,
    deleted,
  };
  const added = await importWorkouts(table, job, now);
  if (!added) return failure({ kind: 'disconnected' });
  addCounts(counts, added);
  return success(undefined);
}
