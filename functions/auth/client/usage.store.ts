import { useKeys } from '#shared/limits/use.keys.ts';
import { type Use, useDays } from '#shared/limits/use.store.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { type ClientUsage, type DayOfUse, summarizeUsage } from './usage.ts';

const dayMillis = 24 * 60 * 60 * 1000;

/** Reads the use of a client on the last 30 days (UTC). */
export async function readUsage(
  table: Table<'query'>,
  client_id: string,
  now: Date,
): Promise<ClientUsage> {
  const firstDay = new Date(now.getTime() - (useDays.client - 1) * dayMillis);
  const { pk, sk: from } = useKeys.clientUse(client_id, toDate(firstDay));
  const { sk: to } = useKeys.clientUse(client_id, toDate(now));
  const items = await table.query<Key & Use>({ pk, from, to });
  return summarizeUsage(items.map(toDayOfUse), now);
}

const toDate = (time: Date) => time.toISOString().slice(0, 10);

function toDayOfUse({ sk, ...use }: Key & Use): DayOfUse {
  const [, date = ''] = sk.split('#');
  return { date, use };
}
