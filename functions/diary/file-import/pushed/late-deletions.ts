import * as measurements from '#functions/diary/measurement/measurement-deletion.store.ts';
import { importInboxWorkouts } from '#functions/diary/workout-import/import-inbox-workouts.ts';
import type { ImportTable } from '#functions/diary/workout-import/import-workouts.ts';
import type { PushedContent, PushedInbox } from './pushed-file.ts';

/** What a message has of the phone, by its id and the number of the message. */
interface Numbered {
  external_id?: string | undefined;
  sequence?: number | undefined;
}

/** Returns whether a message with a higher number has deleted what a message has. */
export function isDeletedLater(
  { external_id = '', sequence }: Numbered,
  { deleted_ids = {} }: Pick<PushedInbox, 'deleted_ids'>,
): boolean {
  return sequence !== undefined && (deleted_ids[external_id] ?? -1) > sequence;
}

/** A message, and the inbox as it is after the message was stored. */
interface StoredMessage {
  user_id: string;
  inbox: PushedInbox & { id: string };
  message: Pick<PushedContent, 'values' | 'workouts' | 'sequence'>;
}

/**
 * Deletes what a message has brought that a later one has deleted meanwhile: that one has stored its
 * marks, but has found nothing yet. Returns how much that is. It can be repeated.
 */
export async function deleteLate(
  table: ImportTable,
  { user_id, inbox, message: { values, workouts, sequence } }: StoredMessage,
  now: Date,
): Promise<number> {
  let count = 0;
  const late = values.filter((value) => isDeletedLater(value, inbox));
  for (const type of new Set(late.map((value) => value.type))) {
    const isGone: Parameters<typeof measurements.deleteWhere>[2] = (value) => {
      const { source, measured } = value;
      const isOwn = source.kind === 'inbox' && source.inbox_id === inbox.id;
      const isLate = isOwn && isDeletedLater(measured, inbox);
      if (isLate) count += 1;
      return isLate;
    };
    await measurements.deleteWhere(table, user_id, isGone, type);
  }
  const { deleted_ids = {} } = inbox;
  const ids = workouts
    .map(({ id }) => id)
    .filter((external_id) => isDeletedLater({ external_id, sequence }, inbox));
  for (const [number, deleted] of Map.groupBy(ids, (id) => deleted_ids[id])) {
    const deletion = {
      ...{ user_id, inbox, workouts: [], deleted, sequence: number },
      ...{ receivedAt: now, findDataSource: async () => undefined, checks: [] },
    };
    const applied = await importInboxWorkouts(table, deletion, now);
    count += applied?.deleted ?? 0;
  }
  return count;
}
