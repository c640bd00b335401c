import { isNew, unchangedSince } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import type { Backfill } from './backfill.ts';
import { inboxKeys } from './inbox.keys.ts';

export type StoredBackfill = Backfill & Key;

/** Finds the window that an inbox is taking. */
export async function find(
  table: Table<'getEach'>,
  user_id: string,
  inbox_id: string,
): Promise<StoredBackfill | undefined> {
  const [found] = await table.getEach([inboxKeys.backfill(user_id, inbox_id)]);
  return found as StoredBackfill | undefined;
}

/** Stores a window, unless another message has changed it since it was read. */
export async function save(
  table: Table<'put'>,
  { user_id, inbox_id }: { user_id: string; inbox_id: string },
  backfill: Backfill,
  before: StoredBackfill | undefined,
): Promise<boolean> {
  const item = { ...inboxKeys.backfill(user_id, inbox_id), ...backfill };
  const { done } = await table.put(item, before ? unchangedSince(before) : isNew);
  return done;
}
