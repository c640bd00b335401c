import type { DayRange } from '#functions/diary/entry/dates.ts';
import { type DayUpdate, toExactUpdate } from '#functions/diary/entry/day-capacity.ts';
import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import type { DayItem } from '#functions/diary/entry/day-item.ts';
import type { StoredEntry } from '#functions/diary/entry/entry.ts';
import { serviceError } from '#shared/errors/errors.ts';
import type { Table } from '#shared/table/table.ts';
import { listEarlierRows, listFoodBatches } from './food-batch.ts';
import { addBatchChange, withoutRows } from './plan-food-day.ts';

const maxAttempts = 20;

/**
 * Removes what tables and exports of an import have brought to days. Entries that another import
 * has had, too, become those of the latest of these, and those that the person has changed stay. It
 * can be repeated. The import must not write any more.
 */
export async function deleteFoodImport(
  table: Table<'get' | 'query' | 'put' | 'update' | 'transact'>,
  user_id: string,
  { import_id, days }: { import_id: string; days: DayRange },
): Promise<void> {
  const diary = { table, user_id };
  for await (const page of dayItems.readDayItems(diary, days))
    for (const [date, read] of page) {
      let item: DayItem | undefined = read;
      for (let attempt = 0; item !== undefined; attempt += 1) {
        if (attempt === maxAttempts)
          throw serviceError('unavailable', { cause: 'concurrent_changes' });
        const update = planRemoval(item, date, import_id);
        const failures: dayItems.FailedUpdate[] = update
          ? await dayItems.writeAll(diary, [update])
          : [];
        if (failures.length === 0) break;
        item = await dayItems.find(diary, date);
      }
    }
}

/** Returns the update of a day without the rows of an import, if it has any. */
function planRemoval(
  item: DayItem,
  date: string,
  import_id: string,
): DayUpdate | undefined {
  const change = { set: {} as Record<string, unknown>, remove: [] as string[] };
  const earlier = listEarlierRows(item, date, ({ imports }) => import_id in imports);
  for (const [name, { rows, ...entries }] of listFoodBatches(item)) {
    if (!(import_id in rows.imports)) continue;
    const own = earlier.filter(
      ({ batch, imports }) => batch === name && imports.includes(import_id),
    );
    const last = own.filter(({ imports }) => imports.length === 1);
    const gone = new Set(
      last.filter(({ state }) => state !== 'edited').map(({ index }) => index),
    );
    const { [import_id]: _, ...imports } = rows.imports;
    addBatchChange(change, name, withoutRows({ ...rows, imports }, gone), gone);
    for (const { index, imports: all } of own) {
      const entry = (entries as Record<string, StoredEntry | undefined>)[index];
      const heir = all
        .filter((id) => id !== import_id)
        .sort()
        .at(-1);
      const isOwn = entry?.from_file?.import_id === import_id;
      if (heir === undefined || !isOwn) continue;
      const { file_name = '' } = imports[heir] ?? {};
      change.set[`${name}.${index}.from_file.import_id`] = heir;
      change.set[`${name}.${index}.from_file.file_name`] = file_name;
    }
  }
  const isChanged = Object.keys(change.set).length + change.remove.length > 0;
  return isChanged ? toExactUpdate({ date, change, condition: {} }, item) : undefined;
}
