import {
  isOfInbox,
  type PlacedMeasurement,
} from '#functions/diary/measurement/measurement.ts';
import { deleteWhere } from '#functions/diary/measurement/measurement-deletion.store.ts';
import type { Table } from '#shared/table/table.ts';
import * as inboxes from '../inbox.store.ts';
import { addDeletions, type Inbox } from '../inbox.ts';
import type { Push } from '../readers/push.ts';

/** What an app has deleted. */
interface Deletions {
  user_id: string;
  inbox: Inbox;
  push: Pick<Push, 'deletions' | 'sequence'>;
  /** When the message came, which is its order if it has no number. */
  receivedAt: Date;
}

/**
 * Deletes what the app has deleted. The marks are stored before, so that a message of before does
 * not bring it back. Returns how many values there are in the deletions.
 */
export async function applyDeletions(
  table: Table<'query' | 'put' | 'update'>,
  { user_id, inbox, push: { deletions, sequence }, receivedAt }: Deletions,
): Promise<number> {
  if (deletions.length === 0) return 0;
  const received = receivedAt.getTime();
  const ids = deletions.map(({ external_id }) => external_id);
  const mark = sequence === undefined ? 'deleted_at' : 'deleted_ids';
  await inboxes.change(table, user_id, inbox, ({ [mark]: marks }) => {
    const order = sequence ?? received;
    const isKnown = ids.every((id) => (marks?.[id] ?? -1) >= order);
    const added: Partial<Inbox> = { [mark]: addDeletions(marks, ids, order) };
    return isKnown ? undefined : added;
  });
  const isOwn = isOfInbox(inbox.id);
  let count = 0;
  const byType = Map.groupBy(deletions, ({ type }) => type);
  for (const [type, ofType] of byType) {
    if (type === 'workout') continue;
    const ids = new Set(ofType.map(({ external_id }) => external_id));
    const isDeleted = (value: PlacedMeasurement) => {
      const { external_id = '', sequence: stored = 0, read_at = 0 } = value.measured;
      const isEarlier = sequence === undefined ? read_at <= received : stored < sequence;
      return isOwn(value) && ids.has(external_id) && isEarlier;
    };
    count += await deleteWhere(table, user_id, isDeleted, type);
  }
  return count;
}
