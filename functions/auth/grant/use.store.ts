import { once } from 'node:events';
import { toUtcDate } from '#shared/runtime/time.ts';
import { belowOrAbsent, isPresent } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { grantKeys } from './grant.keys.ts';
import type { Grant } from './grant.ts';

/** The longest wait of a request for the write, in milliseconds. */
const timeoutMs = 250;

/**
 * Records the day (UTC) on which a grant was last used, once a day. Best effort: it never throws,
 * gives up after a timeout and leaves the write to the next request.
 */
export async function recordUse(
  table: Table<'update'>,
  { user_id, id, last_used_on = '' }: Grant,
  now: Date,
): Promise<void> {
  const today = toUtcDate(now);
  if (last_used_on >= today) return;

  const change = { set: { last_used_on: today } };
  const isEarlier = { pk: isPresent, last_used_on: belowOrAbsent(today) };
  const write = table.update<Grant>(grantKeys.grant(user_id, id), change, isEarlier);
  const settled = write.catch(() => undefined);
  const timeout = once(AbortSignal.timeout(timeoutMs), 'abort');
  await Promise.race([settled, timeout]);
}
