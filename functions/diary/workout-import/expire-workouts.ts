import { isEdited } from '#functions/diary/merging/imported-entry.ts';
import { unchangedSince } from '#shared/table/condition.ts';
import { getExisting } from '#shared/table/each.ts';
import { changeEntries, type PlannedChange } from './change-entries.store.ts';
import type { ImportTable } from './import-workouts.ts';
import * as records from './workout-record.store.ts';

/** Workouts whose time has ended, because the provider has not confirmed them again. */
interface ExpiredWorkouts {
  user_id: string;
  records: readonly records.StoredRecord[];
  /** Entries that were read from the provider later stay, in epoch milliseconds. */
  read_until: number;
  now: Date;
}

/**
 * Removes the entries of workouts that may no longer be kept, except those that the person has
 * edited. Their records stay, and say when they expired: a later import that reads such a workout
 * again restores it. An interrupted call can be repeated. Returns when the first entry was read
 * that stays although nobody has edited it, in epoch milliseconds.
 */
export async function expireWorkouts(
  table: ImportTable,
  { user_id, records: listed, read_until, now }: ExpiredWorkouts,
): Promise<number | undefined> {
  const subjects = listed.filter(({ expired_at }) => expired_at === undefined);
  const applied = await changeEntries(
    { table, user_id },
    {
      subjects: subjects.toSorted((one, other) =>
        one.storage_date.localeCompare(other.storage_date),
      ),
      prepare: async (planned, attempt) => {
        const current =
          attempt === 0
            ? planned
            : await getExisting<records.StoredRecord>(table, planned);
        return current.map((record) => planExpiry(record, read_until, now));
      },
    },
  );
  const times = (applied ?? []).flatMap(({ entry }) =>
    entry && !isEdited(entry) ? entry.imported.read_at : [],
  );
  return times.length > 0 ? Math.min(...times) : undefined;
}

function planExpiry(
  record: records.StoredRecord,
  withdrawn_at: number,
  now: Date,
): PlannedChange {
  const { pk, sk } = record;
  const condition = unchangedSince(record);
  const set = { expired_at: now.toISOString() };
  return {
    change: { kind: 'withdrawal', address: records.toAddress(record), withdrawn_at },
    toRecordChange: ({ outcome }) =>
      outcome === 'removed'
        ? { update: { pk, sk }, change: { set }, condition }
        : undefined,
  };
}
