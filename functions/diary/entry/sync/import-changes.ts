import type { Workout } from '#shared/provider/workout.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure, type Result } from '#shared/runtime/result.ts';
import { addCounts, importWorkouts } from '../import/import-workouts.store.ts';
import type { ImportedWorkout } from '../import/imported-workout.ts';
import { isFaulty } from './plan-retry.ts';
import { callProvider, type SyncFailure, type SyncSession } from './sync-session.ts';
import type { FindDataSource } from './workout-sources.ts';

/** Fetches one workout. Fails with `not_found` if it was deleted, or cannot be fetched alone. */
export async function fetchWorkout(
  session: SyncSession,
  remote_id: string,
): Promise<Result<Workout, SyncFailure>> {
  const { provider, context } = session;
  const { fetchWorkout: fetch } = provider;
  if (!fetch) return failure({ kind: 'not_found' });
  return callProvider(session, (account) => fetch(context, account, remote_id));
}

/** Failed syncs after which a workout that cannot be read is left out. */
const maxUnreadableFailures = 3;

/** Returns whether to leave out a workout, because it could not be read several times. */
export function isUnreadable(
  { connection: { sync_unreadable = 0 } }: SyncSession,
  error: SyncFailure,
): boolean {
  return isFaulty(error) && sync_unreadable >= maxUnreadableFailures;
}

/** What the provider has changed, before the data sources are known. */
export interface RemoteChanges {
  workouts: readonly Workout[];
  deleted: readonly string[];
}

/** Imports changes as diary entries, and counts them. */
export async function importChanges(
  session: SyncSession,
  { workouts, deleted }: RemoteChanges,
  findDataSource: FindDataSource,
): Promise<void> {
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
  addCounts(counts, await importWorkouts(table, job, now));
}
