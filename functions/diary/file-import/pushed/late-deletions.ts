import {
  isOfInbox,
  type PlacedMeasurement,
} from '#functions/diary/measurement/measurement.ts';
import { deleteWhere } from '#functions/diary/measurement/measurement-deletion.store.ts';
import { importInboxWorkouts } from '#functions/diary/workout-import/import-inbox-workouts.ts';
import type { ImportTable } from '#functions/diary/workout-import/import-workouts.ts';
import type { PushedContent, PushedInbox } from './pushed-file.ts';

/** What a message has of the phone, by its id. */
interface Ordered {
  external_id?: string | undefined;
  /** The number of the message. */
  sequence?: number | undefined;
  /** When it was received, in epoch milliseconds, which is its order if it has no number. */
  read_at?: number | undefined;
}

/** Returns whether a message of later, by its number or its receipt, has deleted it. */
export function isDeletedLater(
  { external_id = '', sequence, read_at = Number.POSITIVE_INFINITY }: Ordered,
  { deleted_ids = {}, deleted_at = {} }: PushedMarks,
): boolean {
  return sequence === undefined
    ? (deleted_at[external_id] ?? -1) > read_at
    : (deleted_ids[external_id] ?? -1) > sequence;
}

type PushedMarks = Pick<PushedInbox, 'deleted_ids' | 'deleted_at'>;

/** A message, and the inbox as it is after the message was stored. */
interface StoredMessage {
  user_id: string;
  inbox: PushedInbox & { id: string };
  message: Pick<PushedContent, 'values' | 'workouts' | 'sequence'>;
  receivedAt: Date;
}

/**
 * Deletes what a message has brought that a later one has deleted meanwhile: that one has stored
 * its marks, but has found nothing yet. Returns how much that is. It can be repeated.
 */
export async function deleteLate(
  table: ImportTable,
  { user_id, inbox, message: { values, workouts, sequence }, receivedAt }: StoredMessage,
  now: Date,
): Promise<number> {
  const isGone = (value: PlacedMeasurement) =>
    isOfInbox(inbox.id)(value) && isDeletedLater(value.measured, inbox);
  let count = 0;
  const read_at = receivedAt.getTime();
  const late = values.filter((value) => isDeletedLater({ ...value, read_at }, inbox));
  for (const type of new Set(late.map((value) => value.type)))
    count += await deleteWhere(table, user_id, isGone, type);
  const isNumbered = sequence !== undefined;
  const { deleted_ids = {}, deleted_at = {} } = inbox;
  const marks = isNumbered ? deleted_ids : deleted_at;
  const ids = workouts
    .map(({ id }) => id)
    .filter((external_id) => isDeletedLater({ external_id, sequence, read_at }, inbox));
  for (const [mark = 0, deleted] of Map.groupBy(ids, (id) => marks[id])) {
    const deletion = {
      ...{ user_id, inbox, workouts: [], deleted },
      sequence: isNumbered ? mark : undefined,
      receivedAt: isNumbered ? now : new Date(mark),
      ...{ findDataSource: async () => undefined, checks: [] },
    };
    const applied = await importInboxWorkouts(table, deletion, now);
    count += applied?.deleted ?? 0;
  }
  return count;
}
