import { toConsentCheck } from '#functions/auth/identity/processing.store.ts';
import {
  importInboxWorkouts,
  type WorkoutCounts,
} from '#functions/diary/workout-import/import-inbox-workouts.ts';
import type { ImportTable } from '#functions/diary/workout-import/import-workouts.ts';
import type { Inbox } from '../inbox.ts';
import { findOrCreateSource } from '../inbox-source.store.ts';
import type { Push } from '../readers/push.ts';

interface WorkoutPush {
  user_id: string;
  inbox: Inbox;
  push: Pick<Push, 'workouts' | 'deletions' | 'sequence'>;
}

/**
 * Stores the workouts of a message as diary entries, and deletes those that the app has deleted. It
 * can be repeated. Returns undefined if the person has not consented to the processing of data of
 * health.
 */
export async function storeWorkouts(
  table: ImportTable,
  { user_id, inbox, push: { workouts, deletions, sequence } }: WorkoutPush,
  now: Date,
): Promise<WorkoutCounts | undefined> {
  const deleted = listDeleted({ deletions });
  if (workouts.length + deleted.length === 0) return noWorkouts;
  return importInboxWorkouts(
    table,
    {
      user_id,
      inbox,
      workouts,
      deleted,
      sequence,
      findDataSource: () => findOrCreateSource(table, user_id, inbox, now),
      receivedAt: now,
      checks: [toConsentCheck(user_id)],
    },
    now,
  );
}

export const noWorkouts = { stored: 0, unchanged: 0, refused: 0, deleted: 0 };

/** Lists the ids of the workouts that a message deletes. */
export function listDeleted({ deletions }: Pick<Push, 'deletions'>): string[] {
  const ofWorkouts = deletions.filter(({ type }) => type === 'workout');
  return [...new Set(ofWorkouts.map(({ external_id }) => external_id))];
}
