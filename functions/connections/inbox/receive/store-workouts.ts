import { toConsentCheck } from '#functions/auth/identity/processing.store.ts';
import {
  importInboxWorkouts,
  type WorkoutCounts,
} from '#functions/diary/workout-import/import-inbox-workouts.ts';
import type { ImportTable } from '#functions/diary/workout-import/import-workouts.ts';
import type { Inbox } from '../inbox.ts';
import { findOrCreateSource } from '../inbox-source.store.ts';
import type { Push } from '../readers/push.ts';

/** The most workouts of one message: ten transactions. */
export const maxPushedWorkouts = 320;

/** What became of the workouts of a message. `excess` are those that it has too many. */
export type StoredWorkouts = WorkoutCounts & { excess: number };

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
  { user_id, inbox, push }: WorkoutPush,
  now: Date,
): Promise<StoredWorkouts | undefined> {
  const workouts = push.workouts.slice(0, maxPushedWorkouts);
  const sent = new Set(push.workouts.map(({ id }) => id));
  const deleted = push.deletions.flatMap(({ type, external_id }) =>
    type === 'workout' && !sent.has(external_id) ? external_id : [],
  );
  const excess = push.workouts.length - workouts.length;
  if (workouts.length + deleted.length === 0) return { ...nothing, excess };
  const counts = await importInboxWorkouts(
    table,
    {
      user_id,
      inbox,
      workouts,
      deleted: [...new Set(deleted)].slice(0, maxPushedWorkouts),
      sequence: push.sequence,
      findDataSource: () => findOrCreateSource(table, user_id, inbox, now),
      checks: [toConsentCheck(user_id)],
    },
    now,
  );
  return counts && { ...counts, excess };
}

const nothing: WorkoutCounts = { stored: 0, unchanged: 0, refused: 0, deleted: 0 };
