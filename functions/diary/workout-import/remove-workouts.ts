import { unchangedSince } from '#shared/table/condition.ts';
import { getExisting } from '#shared/table/each.ts';
import type { Table } from '#shared/table/table.ts';
import { changeEntries, type PlannedChange } from './change-entries.store.ts';
import type { ImportTable } from './import-workouts.ts';
import * as records from './workout-record.store.ts';

/**
 * Removes the entries of some workouts of a connection or an inbox with their records, except those
 * that the person has edited. It can be repeated. Returns how many stay because an item would be
 * too large.
 */
export async function removeWorkouts(
  table: ImportTable,
  user_id: string,
  { id, subjects }: { id: string; subjects: readonly records.StoredRecord[] },
): Promise<number> {
  const applied = await changeEntries(
    { table, user_id },
    {
      subjects,
      prepare: async (listed, attempt) => {
        const current = attempt === 0 ? listed : await readAgain(table, id, listed);
        return current.map(planRemoval);
      },
    },
  );
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
