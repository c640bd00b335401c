import { isNew, unchangedSince } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import type { Backfill } from './backfill.ts';
import { inboxKeys } from './inbox.keys.ts';

export type StoredBackfill = Backfill & Key;

/** Which window it is, and of which inbox. */
interface WindowOfInbox {
  user_id: string;
  inbox_id: string;
  window: Pick<Backfill, 'start' | 'end'>;
}

/** Finds a window that an inbox is taking. */
export async function find(
  table: Table<'getEach'>,
  owner: WindowOfInbox,
): Promise<StoredBackfill | undefined> {
  const [found] = await table.getEach([toKey(owner)]);
  return found as StoredBackfill | undefined;
}

/** Stores a window, unless another message has changed it since it was read. */
export async function save(
  table: Table<'put'>,
  owner: WindowOfInbox,
  backfill: Backfill,
  before: StoredBackfill | undefined,
): Promise<boolean> {
  const item = { ...toKey(owner), ...backfill };
  const { done } = await table.put(item, before ? unchangedSince(before) : isNew);
  return done;
}

function toKey({ user_id, inbox_id, window: { start, end } }: WindowOfInbox): Key {
  return inboxKeys.backfill(user_id, `${inbox_id}-${start}-${end}`);
}
