import { useKeys } from '#shared/quota/use.keys.ts';
import { type Use, useDays } from '#shared/quota/use.store.ts';
import { daySeconds, toUtcDate } from '#shared/runtime/time.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { type ClientUsage, type DayOfUse, summarizeUsage } from './usage.ts';

/** Reads the use of a client on the last 30 days (UTC). */
export async function readUsage(
  table: Table<'query'>,
  client_id: string,
  now: Date,
): Promise<ClientUsage> {
  const firstDay = new Date(now.getTime() - (useDays.client - 1) * daySeconds * 1000);
  const { pk, sk: from } = useKeys.clientUse(client_id, toUtcDate(firstDay));
  const { sk: to } = useKeys.clientUse(client_id, toUtcDate(now));
  const items = await table.query<Key & Use>({ pk, from, to });
  return summarizeUsage(items.map(toDayOfUse), now);
}

function toDayOfUse({ sk, ...use }: Key & Use): DayOfUse {
  const [, date = ''] = sk.split('#');
  return { date, use };
}
