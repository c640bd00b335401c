import type { Table } from '#shared/table/table.ts';
import { type PauseFor, whileBusy } from '#shared/table/wait-for-table.ts';
import { type FileLine, linesPerItem } from '../file-line.ts';
import { type JobRun, saveLines } from './import-run.store.ts';

/** Where progress is saved, and how that waits while the store is busy. */
interface ProgressStores {
  table: Table<'put' | 'update' | 'transact'>;
  pause: PauseFor;
}

/** What some files have brought. */
interface FilesDone {
  /** The lines of the item that theirs are added to. */
  saved: readonly FileLine[];
  lines: readonly FileLine[];
  /** The number of entries that were created. */
  created: number;
}

/**
 * Saves the lines of some files with the progress of their import. Returns the lines of the item
 * that further ones are added to, or undefined if the run has ended.
 */
export async function saveFileLines(
  { table, pause }: ProgressStores,
  run: JobRun,
  { saved, lines, created }: FilesDone,
): Promise<readonly FileLine[] | undefined> {
  const { counts, files_done, entries } = run.job;
  const { measurements = 0, images = 0, entries_removed = 0 } = run.job;
  const all = [...saved, ...lines];
  const counted = { ...counts };
  for (const { state } of lines) counted[state] = (counted[state] ?? 0) + 1;
  const progress = {
    counts: counted,
    files_done: files_done + lines.length,
    cursor: (lines.at(-1)?.number ?? 0) + 1,
    entries: entries + created,
    measurements: lines.reduce(
      (sum, line) => sum + (line.measurements ?? 0),
      measurements,
    ),
    images: lines.reduce((sum, line) => sum + (line.images ?? 0), images),
    entries_removed: lines.reduce(
      (sum, { changes }) => sum + (changes?.entries_removed ?? 0),
      entries_removed,
    ),
  };
  const item = { start: files_done - saved.length, lines: all };
  const isSaved = await whileBusy(pause, () => saveLines(table, run, item, progress));
  if (!isSaved) return undefined;
  return all.length < linesPerItem ? all : [];
}
