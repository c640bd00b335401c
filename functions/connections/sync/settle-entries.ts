import { findOverrides } from '#functions/auth/data-policy/data-policy.store.ts';
import { getPolicy } from '#functions/auth/data-policy/data-policy.ts';
import { settleConnectedTypes } from '#functions/connections/connection/connected-types.store.ts';
import type { CleanupRequest } from '#functions/connections/connection/sync-request.store.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import { settleDays } from '#functions/diary/merging/settle-days.ts';
import {
  changeEntries,
  type PlannedChange,
} from '#functions/diary/workout-import/change-entries.store.ts';
import * as records from '#functions/diary/workout-import/workout-record.store.ts';
import { unchangedSince } from '#shared/table/condition.ts';
import { getExisting } from '#shared/table/each.ts';
import type { Table } from '#shared/table/table.ts';

type CleanupTable = Table<
  'get' | 'getEach' | 'query' | 'put' | 'update' | 'delete' | 'check' | 'transact'
>;

type RemovedConnection = Pick<
  CleanupRequest,
  'id' | 'remote_connection_type' | 'deletes_entries'
>;

/**
 * Deletes the entries of a removed connection, except those that the person has edited, if the
 * person or the terms of the provider want it. Otherwise decides again which duplicates are shown.
 * A repeat completes an interrupted clean-up. No import writes for the connection any more, so one
 * clean-up is enough.
 *
 * Returns how many entries stay because an item would be too large. Nothing of them has changed.
 */
export async function cleanUp(
  table: CleanupTable,
  user_id: string,
  { id, remote_connection_type, deletes_entries }: RemovedConnection,
): Promise<number> {
  const overrides = await findOverrides(table);
  const { erase_on_disconnect } = getPolicy(overrides, remote_connection_type);
  const diary = { table, user_id };
  const all = await records.list(table, user_id);
  const subjects = all.filter(({ remote_connection_id }) => remote_connection_id === id);
  subjects.sort((one, other) => one.storage_date.localeCompare(other.storage_date));
  if (!deletes_entries && !erase_on_disconnect) {
    const dates = subjects.map(({ storage_date }) => storage_date);
    await settleDays(diary, dates);
    await settleConnectedTypes(table, user_id);
    return 0;
  }
  const applied = await changeEntries(diary, {
    subjects,
    prepare: async (listed, attempt) => {
      const current = attempt === 0 ? listed : await readAgain(table, id, listed);
      return current.map(planRemoval);
    },
  });
  await settleConnectedTypes(table, user_id);
  return applied?.filter(({ outcome }) => outcome === 'refused').length ?? 0;
}

/** Reads records again, without those that a later connection of the account has taken over. */
async function readAgain(
  table: Table<'getEach'>,
  id: string,
  listed: readonly records.StoredRecord[],
): Promise<records.StoredRecord[]> {
  const existing = await getExisting<records.StoredRecord>(table, listed);
  return existing.filter(({ remote_connection_id }) => remote_connection_id === id);
}

/**
 * Plans to remove the entry of a workout together with its record, so that a new connection imports
 * the workout again. If the person has edited the entry, both stay.
 */
function planRemoval(record: records.StoredRecord): PlannedChange {
  const { pk, sk } = record;
  const deletion = { delete: { pk, sk }, condition: unchangedSince(record) };
  return {
    change: { kind: 'removal', address: records.toAddress(record) },
    toRecordChange: ({ hasEntry }) => (hasEntry ? undefined : deletion),
  };
}

/** The number of recent days to which changed priorities apply at once (wire.md R9). */
const recentDays = 30;

/** Decides again which duplicates of recent days are shown. An interrupted call can be repeated. */
export async function mergeAgain(
  table: Table<'getEach' | 'query' | 'put' | 'update' | 'transact'>,
  user_id: string,
  now: Date,
): Promise<void> {
  await settleDays({ table, user_id }, listRecentDays(now));
}

function listRecentDays(now: Date): string[] {
  const today = now.toISOString().slice(0, 10);
  return Array.from({ length: recentDays }, (_, index) => addDays(today, -index));
}
