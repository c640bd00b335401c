import { setTimeout as wait } from 'node:timers/promises';
import { scaleTimeLimit } from '#shared/runtime/time-limit.ts';
import { belowOrAbsent, present } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import type { Grant } from './grant.ts';

/** How long a request waits, once a day, for the day to be recorded, in milliseconds. */
const patience = 250;

/**
 * Records the day (UTC) on which a grant was last used, where it is not recorded yet. It promises little: it never
 * throws, and what takes too long is left for the next request, because nobody is to be kept out for it.
 */
export async function recordUse(
  table: Table<'update'>,
  { user_id, id, last_used_on = '' }: Grant,
  now: Date,
): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  if (last_used_on >= today) return;
  const recorded = table
    .update<Grant>(
      keys.grant(user_id, id),
      { set: { last_used_on: today } },
      { pk: present, last_used_on: belowOrAbsent(today) },
    )
    .catch(() => undefined);
  await Promise.race([recorded, wait(scaleTimeLimit(patience), undefined, { ref: false })]);
}
