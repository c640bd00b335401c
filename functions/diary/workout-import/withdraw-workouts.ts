import { unchangedSince } from '#shared/table/condition.ts';
import { getExisting } from '#shared/table/each.ts';
import { changeEntries, type PlannedChange } from './change-entries.store.ts';
import type { ImportTable } from './import-workouts.ts';
import * as records from './workout-record.store.ts';

/** Workouts that the app of an inbox no longer has. */
interface Withdrawal {
  subjects: readonly records.StoredRecord[];
  /** The number of the message that tells so. */
  sequence: number;
}

/**
 * Withdraws the entries of workouts that an app no longer has, except those that the person has
 * edited. As after a deletion by the app, the records stay, so a message of before brings none
 * back. Returns how many entries are removed.
 */
export async function withdrawWorkouts(
  table: ImportTable,
  user_id: string,
  { subjects, sequence }: Withdrawal,
  now: Date,
): Promise<number> {
  const applied = await changeEntries(
    { table, user_id },
    {
      subjects,
      prepare: async (listed, attempt) => {
        const current =
          attempt === 0 ? listed : await getExisting<records.StoredRecord>(table, listed);
        return current.flatMap((record) =>
          records.isEarlierMessage({ digest: null, sequence }, record)
            ? []
            : planWithdrawal(record, sequence, now),
        );
      },
    },
  );
  return applied?.filter(({ outcome }) => outcome === 'removed').length ?? 0;
}

function planWithdrawal(
  record: records.StoredRecord,
  sequence: number,
  now: Date,
): PlannedChange {
  const { pk, sk } = record;
  const facts: records.MessageFacts = { digest: null, sampled: {}, sequence };
  const mark = { update: { pk, sk }, change: { set: { ...facts } } };
  return {
    change: {
      kind: 'withdrawal',
      address: records.toAddress(record),
      withdrawn_at: now.getTime(),
    },
    toRecordChange: ({ hasEntry }) =>
      hasEntry ? undefined : { ...mark, condition: unchangedSince(record) },
  };
}
