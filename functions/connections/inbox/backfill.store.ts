import { toEpochSeconds } from '#shared/runtime/time.ts';
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

/** Lists the windows of an inbox whose last message has come and that were not compared. */
export async function listOpen(
  table: Table<'query'>,
  { user_id, inbox_id }: Omit<WindowOfInbox, 'window'>,
  now: Date,
): Promise<StoredBackfill[]> {
  const { pk, sk: prefix } = inboxKeys.backfill(user_id, `${inbox_id}-`);
  const all = await table.query<StoredBackfill>({ pk, prefix });
  return all.filter(
    ({ last, is_closed, ttl }) =>
      last !== undefined && !is_closed && ttl > toEpochSeconds(now),
  );
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
