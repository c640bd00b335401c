import { useKeys } from '#shared/quota/use.keys.ts';
import { type Use, useDays } from '#shared/quota/use.store.ts';
import { daySeconds, toUtcDate } from '#shared/runtime/time.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { type ReadMarkOfDay, toApplicationUse } from './reads.ts';

/** Lists what clients have read of a user's data on the last 90 days (UTC), the latest first. */
export async function listReads(
  table: Table<'query'>,
  user_id: string,
  now: Date,
): Promise<ReadMarkOfDay[]> {
  const firstDay = new Date(now.getTime() - (useDays.user - 1) * daySeconds * 1000);
  const { pk, sk: from } = useKeys.userUse(user_id, toUtcDate(firstDay));
  // Greater than the keys of all clients on this day.
  const { sk: to } = useKeys.userUse(user_id, `${toUtcDate(now)}~`);
  const items = await table.query<Key & Use>({ pk, from, to });
  return items.reverse().flatMap(toMarks);
}

function toMarks(item: Key & Use): ReadMarkOfDay[] {
  const { client_id, date, reads } = toApplicationUse(item);
  return reads.map((mark) => ({ client_id, date, ...mark }));
}
