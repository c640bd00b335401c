import { failure, type Result, success } from '#shared/runtime/result.ts';
import { fetchBatch } from './fetch-workouts.ts';
import { importChanges } from './import-changes.ts';
import { recordProgress, type SyncFailure, type SyncSession } from './sync-session.ts';
import type { FindDataSource } from './workout-sources.ts';

/** How many reported workouts a connection keeps for its next sync. */
const maxReported = 100;

/**
 * Returns the ids of the reported workouts that the next sync fetches, with one more that could not
 * be fetched now. Returns undefined if there are too many, or if no workout was reported.
 */
export function keepReported(
  { sync_reported = [] }: Pick<SyncSession['connection'], 'sync_reported'>,
  workout_id: string | undefined,
): readonly string[] | undefined {
  if (workout_id === undefined) return undefined;
  if (sync_reported.includes(workout_id)) return sync_reported;
  return sync_reported.length < maxReported ? [...sync_reported, workout_id] : undefined;
}

/**
 * Imports the workouts that webhooks reported and that could not be fetched then. The provider's
 * list of new workouts may lack them: it contains neither deletions nor changes of old workouts.
 */
export async function syncReported(
  session: SyncSession,
  findDataSource: FindDataSource,
): Promise<Result<undefined, SyncFailure>> {
  const { connection } = session;
  while (connection.sync_reported?.length) {
    const { workouts, deleted, finishedIds, failed } = await fetchBatch(
      session,
      connection.sync_reported,
    );
    const changes = { workouts, deleted };
    const imported = await importChanges(session, changes, findDataSource);
    if (!imported.ok) return imported;
    const sync_reported = connection.sync_reported.slice(finishedIds.length);
    const isSaved = await recordProgress(session, { sync_reported });
    if (!isSaved) return failure({ kind: 'lease_lost' });
    connection.sync_reported = sync_reported;
    if (failed) return failure(failed);
  }
  return success(undefined);
}
