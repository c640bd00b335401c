import { importImage } from '#functions/main/image/imported-image.store.ts';
import { whileBusy } from '#shared/table/wait-for-table.ts';
import { mayUploadImages } from '../file-import.ts';
import { createChangeCounter } from '../formats/file-changes.ts';
import type { ImagesPart } from '../own-export/list-parts.ts';
import {
  addRefused,
  buildRowsLine,
  type RowsOutcome,
  toPartState,
} from '../run/import-rows.ts';
import { type JobRun, toRunCheck } from '../run/import-run.store.ts';
import { addLeftOut, type LeftOutRows } from '../tables/table-row.ts';
import type { ExportRunContext } from './run-export-import.ts';

/** Imports the images of a part. Returns undefined if the run has ended. */
export async function importImages(
  { table, originals, pause, getNow }: ExportRunContext,
  run: JobRun,
  { items, leftOut }: ImagesPart,
): Promise<RowsOutcome | undefined> {
  const { user_id, job } = run;
  if (!mayUploadImages(job))
    return { created: 0, line: { state: 'skipped', reason: 'no_images_scope' } };
  const { id: import_id, client_id, reread_datetime } = job;
  const checks = [toRunCheck(run)];
  const isReread = reread_datetime !== undefined;
  const by = { user_id, import_id, client_id, isReread, checks };
  const stores = { table, originals };
  const counts = { created: 0, duplicate: 0, deleted: 0, too_many: 0 };
  const refused: LeftOutRows[] = [];
  for (const { row, item } of items) {
    const image = await item.read();
    const outcome =
      image && (await whileBusy(pause, () => importImage(stores, by, image, getNow())));
    if (image && !outcome) return undefined;
    if (outcome) counts[outcome] += 1;
    if (!outcome) addLeftOut(refused, row, 'implausible');
  }
  const { note, changes } = createChangeCounter();
  note('images_left_out', counts.too_many + counts.deleted);
  const told = { left_out: addRefused([...leftOut, ...refused], []), changes };
  const state = toPartState(counts.created, 0, counts.duplicate);
  const line = buildRowsLine(state, 'nothing_taken', told);
  return { created: 0, line: { ...line, images: counts.created + counts.duplicate } };
}
