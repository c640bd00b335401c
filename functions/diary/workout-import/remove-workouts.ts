import { isEdited } from '#functions/diary/merging/imported-entry.ts';
import { unchangedSince } from '#shared/table/condition.ts';
import { getExisting } from '#shared/table/each.ts';
import {
  type AppliedChange,
  changeEntries,
  type PlannedChange,
} from './change-entries.store.ts';
import type { ImportTable } from './import-workouts.ts';
import * as records from './workout-record.store.ts';

/**
 * Changes the entries of records as `plan` says, in the order of their days. A record that others
 * change meanwhile is read again. `plan` returns undefined for one that is left alone.
 */
async function changeByRecords<
  Stored extends records.StoredRecord | records.StoredFileRecord,
>(
  table: ImportTable,
  user_id: string,
  listed: readonly Stored[],
  plan: (record: Stored) => PlannedChange | undefined,
): Promise<AppliedChange[]> {
  const subjects = listed.toSorted((one, other) =>
    one.storage_date.localeCompare(other.storage_date),
  );
  const prepare = async (batch: readonly Stored[], attempt: number) => {
    const current = attempt === 0 ? batch : await getExisting<Stored>(table, batch);
    return current.flatMap((record) => plan(record) ?? []);
  };
  return (await changeEntries({ table, user_id }, { subjects, prepare })) ?? [];
}

/**
 * Removes the entries of some workouts of a connection or an inbox with their records, so that a
 * new connection imports the workouts again. If the person has edited an entry, both stay. It can
 * be repeated. Returns how many stay because an item would be too large.
 */
export async function removeWorkouts(
  table: ImportTable,
  user_id: string,
  { id, subjects }: { id: string; subjects: readonly records.StoredRecord[] },
): Promise<number> {
  const applied = await changeByRecords(table, user_id, subjects, (record) => {
    // A later connection of the account may have taken the record over.
    if (record.remote_connection_id !== id) return undefined;
    const { pk, sk } = record;
    const deletion = { delete: { pk, sk }, condition: unchangedSince(record) };
    return {
      change: { kind: 'removal', address: records.toAddress(record) },
      toRecordChange: ({ hasEntry }) => (hasEntry ? undefined : deletion),
    };
  });
  return applied.filter(({ outcome }) => outcome === 'refused').length;
}

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
  const facts: records.MessageFacts = { digest: null, sampled: {}, sequence };
  const applied = await changeByRecords(table, user_id, subjects, (record) => {
    if (records.isEarlierMessage(facts, record)) return undefined;
    const { pk, sk } = record;
    const mark = { update: { pk, sk }, change: { set: { ...facts } } };
    const address = records.toAddress(record);
    return {
      change: { kind: 'withdrawal', address, withdrawn_at: now.getTime() },
      toRecordChange: ({ hasEntry }) =>
        hasEntry ? undefined : { ...mark, condition: unchangedSince(record) },
    };
  });
  return applied.filter(({ outcome }) => outcome === 'removed').length;
}

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
  const set = { expired_at: now.toISOString() };
  const applied = await changeByRecords(table, user_id, subjects, (record) => {
    const { pk, sk } = record;
    const mark = {
      update: { pk, sk },
      change: { set },
      condition: unchangedSince(record),
    };
    const address = records.toAddress(record);
    return {
      change: { kind: 'withdrawal', address, withdrawn_at: read_until },
      toRecordChange: ({ outcome }) => (outcome === 'removed' ? mark : undefined),
    };
  });
  const times = applied.flatMap(({ entry }) =>
    entry && !isEdited(entry) ? entry.imported.read_at : [],
  );
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** An import of files to undo. */
interface UndoneImport {
  user_id: string;
  import_id: string;
}

/**
 * Undoes an import of files: removes its entries with their records, so that the files can be
 * imported again. An entry that the person has edited stays with its record, so that the file is
 * not imported a second time. One whose file another import has passes to the latest of these. An
 * interrupted call can be repeated. The import must not write any more.
 */
export async function deleteFileImport(
  table: ImportTable,
  { user_id, import_id }: UndoneImport,
): Promise<void> {
  const listed = await records.listFileRecords(table, { user_id, import_id });
  await changeByRecords(table, user_id, listed, (record) =>
    import_id in record.imports ? planFileRemoval(record, import_id) : undefined,
  );
}

function planFileRemoval(
  record: records.StoredFileRecord,
  import_id: string,
): PlannedChange {
  const { pk, sk } = record;
  const { [import_id]: _, ...imports } = record.imports;
  const condition = unchangedSince(record);
  const update = { update: { pk, sk }, change: { set: { imports } }, condition };
  const address = records.toAddress(record);
  const [heir] = Object.entries(imports).sort().toReversed();
  if (heir) {
    const to = { import_id: heir[0], file_name: heir[1] };
    return {
      change: { kind: 'file_transfer', address, from: import_id, to },
      toRecordChange: () => update,
    };
  }
  return {
    change: { kind: 'removal', address },
    toRecordChange: ({ hasEntry }) =>
      hasEntry ? update : { delete: { pk, sk }, condition },
  };
}
