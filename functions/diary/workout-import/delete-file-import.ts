import { unchangedSince } from '#shared/table/condition.ts';
import { getExisting } from '#shared/table/each.ts';
import { changeEntries, type PlannedChange } from './change-entries.store.ts';
import type { ImportTable } from './import-workouts.ts';
import * as records from './workout-record.store.ts';

/** An import of files to undo. */
interface UndoneImport {
  user_id: string;
  import_id: string;
}

/**
 * Undoes an import of files: removes its entries with their records, so that the files can be
 * imported again. An entry that the person has edited stays. One whose file another import has
 * passes to the latest of these. An interrupted call can be repeated. The import must not write any
 * more.
 */
export async function deleteFileImport(
  table: ImportTable,
  { user_id, import_id }: UndoneImport,
): Promise<void> {
  const subjects = await records.listFileRecords(table, { user_id, import_id });
  subjects.sort((one, other) => one.storage_date.localeCompare(other.storage_date));
  await changeEntries(
    { table, user_id },
    {
      subjects,
      prepare: async (listed, attempt) => {
        const current =
          attempt === 0
            ? listed
            : await getExisting<records.StoredFileRecord>(table, listed);
        const own = current.filter(({ imports }) => import_id in imports);
        return own.map((record) => planRemoval(record, import_id));
      },
    },
  );
}

/**
 * Plans to remove the entry of a file together with its record, or to pass both on. If the person
 * has edited the entry, the record stays, too, so that the file is not imported a second time.
 */
function planRemoval(record: records.StoredFileRecord, import_id: string): PlannedChange {
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
