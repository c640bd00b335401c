import { toExportPrefix } from '#functions/account/export/export-keys.ts';
import type { Objects } from '#shared/objects/objects.ts';

/** Deletes the exports of a user, including exports that are being written. */
export async function eraseExports(
  exportFiles: Objects<'list' | 'delete' | 'abort'>,
  user_id: string,
): Promise<void> {
  const prefix = toExportPrefix(user_id);
  // An upload that is completed before it can be aborted becomes an object, and is deleted below.
  await exportFiles.abort(prefix);
  for await (const page of exportFiles.list(prefix))
    for (const key of page) await exportFiles.delete(key);
}
