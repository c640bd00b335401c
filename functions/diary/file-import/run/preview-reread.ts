import { formatEntryId } from '#functions/diary/entry/day-item.ts';
import {
  correctEntry,
  findImportedEntry,
  getChangeOutcome,
  isStored,
} from '#functions/diary/merging/import-change.ts';
import {
  type DayItems,
  listDifferences,
} from '#functions/diary/merging/imported-entry.ts';
import { loadDays } from '#functions/diary/merging/load-days.store.ts';
import {
  type PlannedImport,
  planFileWorkouts,
} from '#functions/diary/workout-import/import-file-workouts.ts';
import type { Objects } from '#shared/objects/objects.ts';
import type { Table } from '#shared/table/table.ts';
import { openImport } from '../archives/list-import.ts';
import { type ImportJob, noProgress } from '../file-import.ts';
import { toImportedFile } from './import-listed.ts';

/** What reading a kept file again would change. */
export interface PreviewedChange {
  outcome: 'imported' | 'corrected';
  /** The name of the file in the import. */
  file_name: string;
  /** The id of the entry. Absent if the workout is imported for the first time. */
  entry_id?: string;
  date: string;
  /** The values that become others, e.g. `distance: 5000 -> 5012`. */
  changes: string[];
}

interface PreviewStores {
  table: Table<'get' | 'getEach' | 'query'>;
  files: Objects<'read'>;
}

/**
 * Lists what would change if the kept file of an import were read again, without changing it. Lists
 * nothing if the file is gone. Devices are not compared, because finding one creates its source.
 */
export async function* previewReread(
  { table, files }: PreviewStores,
  user_id: string,
  job: ImportJob,
  now: Date,
): AsyncGenerator<PreviewedChange> {
  const opened = await openImport({ table, files }, user_id, { ...job, ...noProgress });
  for await (const each of opened?.list() ?? []) {
    const file = await toImportedFile(each, async () => undefined);
    const planned = { user_id, import_id: job.id, files: [file] };
    const changes = await planFileWorkouts(table, planned, now);
    const dates = changes.flatMap(({ change: { address, previous } }) => [
      address.firstDate,
      previous.firstDate,
    ]);
    const { items } = await loadDays({ table, user_id }, dates);
    for (const change of changes) {
      const previewed = previewChange(items, change, file.file_name);
      if (previewed) yield previewed;
    }
  }
}

function previewChange(
  items: DayItems,
  { change, curves, addsSeries }: PlannedImport,
  file_name: string,
): PreviewedChange | undefined {
  const { date } = change.fields;
  const outcome = getChangeOutcome(items, change);
  if (outcome === 'created') return { outcome: 'imported', file_name, date, changes: [] };
  const addsOnly = addsSeries === true && isStored(items, change.previous);
  if (outcome === 'unchanged' && !addsOnly) return undefined;
  const stored = findImportedEntry(items, change.previous);
  const isCorrected = outcome === 'updated' && stored;
  const differences = isCorrected
    ? listDifferences(stored, correctEntry(stored, change))
    : [];
  const changes = differences.map(
    ({ member, before, after }) => `${member}: ${toText(before)} -> ${toText(after)}`,
  );
  if (addsSeries) changes.push(`series: ${curves?.series.seconds.length} points`);
  const entry_id = formatEntryId(change.previous);
  return { outcome: 'corrected', file_name, entry_id, date, changes };
}

function toText(value: unknown): string {
  return value === undefined ? 'none' : [value].flat().join(' ');
}
