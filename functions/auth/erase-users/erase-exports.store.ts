import { toExportPrefix } from '#shared/objects/export-keys.ts';
import type { Objects } from '#shared/objects/objects.ts';

/**
 * Deletes the exports of a user. A lifecycle rule of the bucket removes the parts of an unfinished
 * upload after a day.
 */
export async function eraseExports(
  exportFiles: Objects<'list' | 'delete'>,
  user_id: string,
): Promise<void> {
  for await (const page of exportFiles.list(toExportPrefix(user_id)))
    for (const key of page) await exportFiles.delete(key);
}
