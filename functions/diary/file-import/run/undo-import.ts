import { removeFileImport } from '#functions/diary/import/remove-file-import.ts';
import { toImportFileKey } from '../import-file-keys.ts';
import type { RunContext } from './import-listed.ts';
import * as runs from './import-run.store.ts';

/**
 * Undoes an import: removes its entries that nobody has touched, its file and itself. It can be
 * interrupted at any point and repeated.
 */
export async function undoImport(
  { table, files }: RunContext,
  run: runs.JobRun,
): Promise<{ result: 'undone' | 'superseded' }> {
  const { user_id, job } = run;
  await removeFileImport(table, { user_id, import_id: job.id });
  if (job.upload_id !== undefined) await files.abort(toImportFileKey(user_id, job));
  await files.delete(toImportFileKey(user_id, job));
  const isRemoved = await runs.removeJob(table, run);
  return { result: isRemoved ? 'undone' : 'superseded' };
}
